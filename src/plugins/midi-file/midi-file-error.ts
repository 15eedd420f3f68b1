import { fillSentence, phrases, SentenceError, type SentenceValues } from '../../core/platform/phrases.js'
import english from './locales/en.json' with { type: 'json' }
import type { SongRemark } from './tokens.js'

const ERRORS = phrases({
  midi_empty: 'This file is empty. Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  midi_too_large: 'This file is too large (maximum {{limit}}). Choose a smaller file.',
  not_midi: 'Can’t open this file: its format is unknown. Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  other_recording:
    'Can’t open this file: it’s an audio file ({{name}}). Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  other_video:
    'Can’t open this file: it’s a video ({{name}}). Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  other_picture:
    'Can’t open this file: it’s a picture ({{name}}). Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  other_document:
    'Can’t open this file: it’s a document ({{name}}). Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  other_page:
    'Can’t open this file: it’s a web page. Log in to the website if necessary, then download the song again.',
  other_archive: 'Can’t open this file: it’s an archive ({{name}}). Unpack it, then open a song from it.',
  other_program:
    'Can’t open this file: it was made with {{name}}. In {{name}}, export it as {{format}}, then open the exported file.',
  other_guitar_pro:
    'Can’t open this file: its Guitar Pro version is unknown. Save it in Guitar Pro as .gp or .gp5, then open the new file.',
  other_tablature:
    'Can’t open this file: it’s a plain-text tab. Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  midi_unknown_chunk:
    'This MIDI file contains an unknown chunk, “{{chunk}}” (byte {{byte}}). Repair the file or export it again.',
  midi_cut:
    'This MIDI file is incomplete: it ends at byte {{size}}, in the middle of a track. Download or export it again.',
  midi_bad_header: 'The start of this MIDI file is damaged (byte {{byte}}). Export it again.',
  midi_smpte: 'This MIDI file uses SMPTE time code, which isn’t supported. Export it with ticks per beat.',
  midi_no_tracks: 'This MIDI file has no tracks. Export it again.',
  midi_bad_event: 'A track in this MIDI file is damaged (byte {{byte}}). Export the file again.',
  midi_bad_value:
    'A track in this MIDI file is damaged (value {{value}} at byte {{byte}}). Export the file again.',
  midi_cut_event: 'A track in this MIDI file is incomplete (byte {{byte}}). Export the file again.',
  midi_too_many_events: 'This file has too many events (maximum {{limit}}). Choose another file.',
  midi_too_many_tracks: 'This file has too many tracks (maximum {{limit}}). Choose another file.',
  midi_too_long: 'The song is longer than 24 hours. Export a shorter part.',
  song_broken_json: 'This song is damaged: its JSON is invalid at byte {{byte}}. Export it again.',
  song_cut: 'This song is incomplete: its JSON ends at byte {{byte}}. Download or export it again.',
  not_a_song:
    'Can’t open this file: it’s a JSON file, but not a song. Open a MIDI, Guitar Pro, MusicXML or ABC file.',
  bad_song: 'The song is damaged at {{path}}. Export it again.',
  song_too_new: 'This song was saved by a newer version of Fretwork. Update Fretwork to open it.',
  format_disabled: 'This file requires “{{plugin}}”, which is disabled. Enable it, then open the file again.',
  format_failed: '“{{plugin}}” can’t read this file: {{reason}} Choose another file.',
  format_not_written: 'None of the enabled plugins can save {{ending}} files. Choose another format.',
  format_no_song:
    '“{{plugin}}” returned an invalid song (error at {{path}}). Report this to the plugin’s author.',
  not_repairable: 'Can’t repair this file: it isn’t a damaged MIDI file.',
  midi_unreadable: 'Can’t read this MIDI file ({{reason}}). Export it again.',
})

const NOTES = phrases({
  system_exclusive: '{{count}} SysEx messages were ignored.',
  aftertouch: '{{count}} aftertouch messages were ignored.',
  programs_moved: 'The notes after {{count}} program changes were moved to separate tracks.',
  programs_unheard: '{{count}} program changes with no notes after them were ignored.',
  release_velocities: 'The release velocity of {{count}} notes was ignored.',
  other_meta: '{{count}} metadata entries, such as a copyright notice, weren’t imported.',
  late_names: '{{count}} extra track names were ignored.',
  endless_notes: '{{count}} notes without a note-off were cut off.',
  stray_note_offs: '{{count}} note-offs without a note-on were ignored.',
  damaged_meta: '{{count}} invalid tempo, time signature or key changes were ignored.',
  after_end: '{{count}} bytes after the end of a track were ignored.',
  padding: '{{count}} bytes after the last track were ignored.',
  track_count:
    'The header lists {{announced}} tracks, but the file contains {{number}}. It may be incomplete.',
  ports_shared: 'Some instruments on additional MIDI ports share a channel.',
  patterns: 'The file contains {{number}} separate patterns (format 2), which play one after another.',
  repaired_chunks: 'Unknown chunks ({{names}}) were ignored.',
  repaired_tracks: '{{count}} damaged tracks were cut off where the damage starts.',
  no_notes: 'The file has no notes.',
  export_notes: '{{count}} notes differ in the MIDI file.',
  export_controls: '{{count}} controller or pitch bend messages differ in the MIDI file.',
  export_time: '{{count}} tempo, time signature or key changes differ in the MIDI file.',
  export_texts: '{{count}} text events differ in the MIDI file.',
  export_tracks: '{{count}} tracks differ in the MIDI file.',
  empty_tracks: '{{count}} empty tracks were ignored.',
  log_ends: '{{count}} log entries were ignored: note-offs without a note-on, or invalid messages.',
})

export type MidiFileErrorCode = keyof typeof ERRORS
export type MidiFileNoteCode = keyof typeof NOTES

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

export function midiFileNote(code: MidiFileNoteCode, given: SentenceValues): MidiFileNote {
  const sentence = NOTES[code]
  const values = { count: Number(given.number ?? 0), ...given }
  const said = new Map(Object.entries(english)).get(`${sentence}_${values.count === 1 ? 'one' : 'other'}`)
  return { code, sentence, values, message: fillSentence(said ?? sentence, values) }
}

const isOurs = (code: string): code is MidiFileNoteCode => Object.hasOwn(NOTES, code)

/** Songs keep remarks as worded by the version that read them; 1.0 spelled "programmes". */
export function rewordedNote(note: SongRemark): SongRemark {
  const code = note.code.replace('programmes', 'programs')
  return isOurs(code) ? midiFileNote(code, note.values) : note
}
