/** Everything that reading a song file can say to the user: why it failed, or what the song left behind. */

import { phrases } from '../../core/platform/phrases.js'
import { fillSentence, SentenceError, type SentenceValues } from '../../core/platform/sentence-error.js'
import type { SongRemark } from './tokens.js'

/** The English sentence of each error; it is also the key of its translation, with the same `values`. */
const ERRORS = phrases({
  midi_empty: 'The file is empty. Choose another one.',
  midi_too_large: 'The file is larger than {{limit}}, more than a song needs. Choose another one.',
  not_midi: 'This is not a MIDI file: it does not begin with MThd. Choose a .mid file or a song in JSON.',
  midi_unknown_chunk:
    'The file holds the unknown chunk "{{chunk}}" at byte {{byte}}; a MIDI file has MThd and MTrk only. Export it again.',
  midi_cut:
    'The chunk at byte {{byte}} needs {{length}} bytes, but the file ends at byte {{size}}: a part is missing. Fetch it again.',
  midi_bad_header: 'The header of the MIDI file is damaged at byte {{byte}}. Export it again.',
  midi_smpte:
    'The file counts time in film frames (SMPTE), which is not supported. Export it with ticks per beat.',
  midi_no_tracks: 'The MIDI file holds no track. Export it again.',
  midi_bad_event: 'The track is damaged at byte {{byte}}: no MIDI event begins there. Export it again.',
  midi_bad_value:
    'The track is damaged at byte {{byte}}: {{value}} stands where 0 to 127 is allowed. Export it again.',
  midi_cut_event:
    'The track is damaged: the event at byte {{byte}} runs over its end at byte {{end}}. Export it again.',
  midi_too_many_events:
    'The file holds more than {{limit}} events, more than a song needs. Choose another one.',
  midi_too_long: 'The song is longer than 24 hours. Export a shorter part.',
  song_broken_json: 'The song is broken JSON; the file may be cut. Export it again.',
  not_a_song: 'This JSON is no song: a song has a header and a list of tracks. Choose another file.',
  bad_song: 'The song is damaged at {{path}}. Export it again.',
  format_failed: 'The plugin “{{plugin}}” cannot read the file: {{reason}} Choose another one.',
  format_no_song:
    'The plugin “{{plugin}}” made no song of the file: it is wrong at {{path}}. Tell its author.',
  midi_unreadable: 'The MIDI file cannot be read ({{reason}}). Export it again.',
})

/** What the song in JSON cannot carry, or what had to be put right. */
const NOTES = phrases({
  system_exclusive: 'System-exclusive messages were left out: {{number}}.',
  aftertouch: 'Aftertouch messages were left out: {{number}}.',
  programs_moved:
    'Changes of instrument within the song became tracks of their own, from the next note on: {{number}}.',
  programs_unheard: 'Changes of instrument with no note behind them were left out: {{number}}.',
  release_velocities: 'Notes whose speed of letting go was left out: {{number}}.',
  other_meta: 'Entries that a song has no place for, such as a copyright, were left out: {{number}}.',
  late_names: 'Further names of a track were left out: {{number}}.',
  endless_notes: 'Notes that never end were ended: {{number}}.',
  stray_note_offs: 'Ends of notes that never began were left out: {{number}}.',
  damaged_meta: 'Damaged entries for tempo, time or key were left out: {{number}}.',
  after_end: 'Bytes behind the end of a track were left out: {{number}}.',
  padding: 'Bytes behind the last track were left out: {{number}}.',
  track_count:
    'Tracks that the file announces: {{announced}}, and that it holds: {{number}}; a part may be missing.',
  patterns: 'The file holds separate patterns (format 2); they follow one another: {{number}}.',
  no_notes: 'The file holds no notes.',
  export_notes: 'Notes that begin, end or sound otherwise in the MIDI file: {{number}}.',
  export_controls: 'Controllers and bends that are otherwise in the MIDI file: {{number}}.',
  export_time: 'Tempos, times and keys that are otherwise in the MIDI file: {{number}}.',
  export_texts: 'Texts that are otherwise in the MIDI file: {{number}}.',
  export_tracks: 'Tracks that are otherwise in the MIDI file: {{number}}.',
  empty_tracks: 'Tracks that hold nothing but a name were left out: {{number}}.',
  log_ends: 'Of the log, ends of notes that never began and what was no message were left out: {{number}}.',
})

export type MidiFileErrorCode = keyof typeof ERRORS
export type MidiFileNoteCode = keyof typeof NOTES

/** Every sentence of this plugin that stands in a table, for the translations. */
export const MIDI_FILE_SENTENCES: readonly string[] = [...Object.values(ERRORS), ...Object.values(NOTES)]

/** Why a file is no song. `sentence` and `values` are for translation; `message` is the English result. */
export class MidiFileError extends SentenceError {
  constructor(
    override readonly code: MidiFileErrorCode,
    values: SentenceValues = {},
    options?: { cause?: unknown },
  ) {
    super(code, ERRORS[code], values, { source: 'midi-file', ...options })
    this.name = 'MidiFileError'
  }
}

export interface MidiFileNote extends SongRemark {
  readonly code: MidiFileNoteCode
}

export function midiFileNote(code: MidiFileNoteCode, values: SentenceValues): MidiFileNote {
  return { code, sentence: NOTES[code], values, message: fillSentence(NOTES[code], values) }
}
