/**
 * A MIDI file written anew so that `@tonejs/midi` reads all of it. Handed the file as it is, the library loses
 * controllers that come before a program change (they end up on channel 1), programs set in another track,
 * notes that end after a program change, and texts outside the first track; and damaged values become NaN.
 * So each output track holds one channel with one program, and the first one holds all that belongs to the
 * song as a whole.
 */

import { MidiRangeError } from '../../../core/music/midi/midi-limits.js'
import { type FileEvent, type FileTrack, writeMidiFile } from '../../../core/music/song/write-midi-file.js'
import { MidiFileError, type MidiFileNote, type MidiFileNoteCode, midiFileNote } from '../midi-file-error.js'
import type { MidiChunks } from './chunks.js'
import { type ProgramTimeline, programTimeline } from './program-timeline.js'
import { splitTrack, type TrackPart } from './split-track.js'
import { type MetaEvent, readTrackEvents, type TrackEvents } from './track-events.js'

/** Six megabytes of the shortest messages. */
const MOST_EVENTS = 2_000_000
/** The library reads a text as the arguments of one call, and overflows the stack at about 100 kB. */
const LONGEST_TEXT_BYTES = 16_000

const META = { text: 1, name: 3, lyrics: 5, marker: 6, cue: 7, tempo: 0x51, time: 0x58, key: 0x59 } as const
/** Which channel or port the next events are for: each event says it itself, and ports are one's own. */
const SAYS_NOTHING: readonly number[] = [0x20, 0x21]
const TEXTS: readonly number[] = [META.text, META.lyrics, META.marker, META.cue]

export interface CleanFile {
  readonly bytes: Uint8Array
  /** One per track of the clean file, after its first. */
  readonly parts: readonly TrackPart[]
  readonly notes: readonly MidiFileNote[]
  /** Whether the first tempo of the clean file is not the file's own. */
  readonly hasAddedTempo: boolean
}

const USUAL_TEMPO: FileEvent = { ticks: 0, bytes: [0xff, META.tempo, 3, 0x07, 0xa1, 0x20] }

type Counts = Partial<Record<MidiFileNoteCode, number>>

/**
 * @param onTrack told after each track how much of the file is read, 0–1
 * @throws MidiFileError for a damaged event, or a file too large to be read in reasonable time.
 */
export function cleanFile(
  bytes: Uint8Array,
  chunks: MidiChunks,
  onTrack: (portion: number) => void = () => undefined,
): CleanFile {
  const { format, announced, ppq, padding } = chunks
  let read = 0
  const mayRead = () => {
    read += 1
    if (read > MOST_EVENTS) throw new MidiFileError('midi_too_many_events', { limit: MOST_EVENTS })
  }
  const tracks = chunks.tracks.map(({ start, end }) => {
    const events = readTrackEvents(bytes, start, end, mayRead)
    onTrack(end / bytes.length)
    return events
  })
  const starts = startTicks(tracks, format)
  const programs = programTimeline(tracks)

  const counts: Counts = { padding }
  const common: FileEvent[] = []
  const parts: TrackPart[] = []
  for (const [index, track] of tracks.entries()) {
    const offset = starts[index] ?? 0
    const name = track.meta.find(event => event.type === META.name)
    if (name && index === 0) common.push(...commonEvent(name, 0, counts))
    // A pattern is a song of its own: without a tempo it has the usual one, not that of the pattern before.
    const ownTempo = track.meta.some(event => event.type === META.tempo && event.ticks === 0)
    if (format === 2 && !ownTempo && common.some(({ bytes }) => bytes[1] === META.tempo))
      common.push({ ...USUAL_TEMPO, ticks: offset })
    for (const event of track.meta) {
      if (event.type !== META.name) common.push(...commonEvent(event, offset, counts))
      else if (event !== name) count(counts, 'late_names', 1)
    }
    const ofTrack = format === 2 ? programTimeline([track]) : programs
    const split = splitTrack(track, offset, ofTrack)
    if (format === 2 || index === tracks.length - 1) countPrograms(counts, ofTrack)
    const named = name ? commonEvent(name, 0, counts) : []
    if (name && index > 0 && split.parts.length === 0) count(counts, 'empty_tracks', 1)
    for (const part of split.parts) parts.push({ ...part, events: [...named, ...part.events] })
    count(counts, 'system_exclusive', track.systemExclusive)
    count(counts, 'aftertouch', track.aftertouch)
    count(counts, 'release_velocities', track.releaseVelocities)
    count(counts, 'after_end', track.afterEnd)
    count(counts, 'endless_notes', split.endlessNotes)
    count(counts, 'stray_note_offs', split.strayNoteOffs)
  }
  if (announced !== tracks.length) count(counts, 'track_count', tracks.length)
  if (format === 2) count(counts, 'patterns', tracks.length)
  const notes = Object.entries(counts).flatMap(([code, number]) =>
    number > 0
      ? [midiFileNote(code as MidiFileNoteCode, { number, announced, limit: LONGEST_TEXT_BYTES })]
      : [],
  )
  if (!parts.some(part => part.hasNotes)) notes.push(midiFileNote('no_notes', {}))
  const endTicks = tracks.reduce(
    (end, track, index) => Math.max(end, (starts[index] ?? 0) + track.endTicks),
    0,
  )
  const hasAddedTempo = beginsLate(common)
  const events = hasAddedTempo ? [USUAL_TEMPO, ...common] : common
  return { bytes: written(ppq, [{ events, endTicks }, ...parts]), parts, notes, hasAddedTempo }
}

/**
 * The library takes the first tempo for the one from the beginning, but only from that tempo on: a note that lasts into
 * it would get a length below 0. MIDI has 120 beats a minute until then.
 */
function beginsLate(common: readonly FileEvent[]): boolean {
  const tempos = common.filter(({ bytes }) => bytes[1] === META.tempo)
  return tempos.length > 0 && tempos.every(({ ticks }) => ticks > 0)
}

function written(ppq: number, tracks: readonly FileTrack[]): Uint8Array {
  try {
    return writeMidiFile(ppq, tracks)
  } catch (thrown) {
    if (thrown instanceof MidiRangeError) throw new MidiFileError('midi_too_long', {}, { cause: thrown })
    throw thrown
  }
}

function count(counts: Counts, code: MidiFileNoteCode, more: number): void {
  counts[code] = (counts[code] ?? 0) + more
}

function countPrograms(counts: Counts, programs: ProgramTimeline): void {
  const { moved, unheard } = programs.counts()
  count(counts, 'programs_moved', moved)
  count(counts, 'programs_unheard', unheard)
}

/** Tracks begin together, except the patterns of format 2, each of which begins where the last one ended. */
function startTicks(tracks: readonly TrackEvents[], format: number): number[] {
  let next = 0
  return tracks.map(track => {
    const start = next
    if (format === 2) next += track.endTicks
    return start
  })
}

/** What belongs to the song: tempo, time and key that make sense, and all texts. Anything else is dropped. */
function commonEvent({ ticks, type, bytes }: MetaEvent, offset: number, counts: Counts): FileEvent[] {
  const isText = TEXTS.includes(type) || type === META.name
  if (!isText && type !== META.tempo && type !== META.time && type !== META.key) {
    if (!SAYS_NOTHING.includes(type)) count(counts, 'other_meta', 1)
    return []
  }
  if (!isText && !isSound(type, bytes)) {
    count(counts, 'damaged_meta', 1)
    return []
  }
  if (bytes.length > LONGEST_TEXT_BYTES) count(counts, 'long_text', 1)
  const kept = type === META.time ? wholeTimeSignature(bytes) : bytes.subarray(0, LONGEST_TEXT_BYTES)
  const length = kept.length < 128 ? [kept.length] : [0x80 | (kept.length >> 7), kept.length & 127]
  return [{ ticks: ticks + offset, bytes: [0xff, type, ...length, ...kept] }]
}

/** The library refuses a file over the two bytes that some leave out: clocks per click, 32nds per quarter. */
function wholeTimeSignature([
  numerator = 4,
  power = 2,
  clocks = 24,
  thirtySeconds = 8,
]: Uint8Array): number[] {
  return [numerator, power, clocks, thirtySeconds]
}

function isSound(type: number, bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes
  if (type === META.tempo) return bytes.length === 3 && first + second + third > 0
  // Some programs leave the last two bytes out. The denominator is a power of two, up to 2 to the 7th.
  if (type === META.time) return (bytes.length === 2 || bytes.length === 4) && first > 0 && second <= 7
  // From seven flats (249 is −7) to seven sharps, major or minor.
  return bytes.length === 2 && (first <= 7 || first >= 249) && second <= 1
}
