/**
 * Reads MIDI events directly, so that each song track has one channel and one program.
 * The parser in `@tonejs/midi` silently drops controllers before a program change, programs set in another
 * track, notes that end after a program change, and text outside the first track. It also turns damaged
 * values into NaN.
 */
import type { HeaderJSON, Midi } from '@tonejs/midi'
import { getOrMake } from '../../../core/platform/store.js'
import { parseSong, type Song, SongError } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { DEFAULT_BPM } from '../../../music/song/song-time.js'
import { MAJOR_KEYS } from '../../../music/song/song-to-midi.js'
import { textDecoder } from '../../../music/song/text-encoding.js'
import { META, MICROSECONDS_PER_MINUTE, TEXT_TYPES } from '../../../music/song/write-midi-file.js'
import { MidiFileError, type MidiFileNoteCode, midiFileNote } from '../midi-file-error.js'
import { LARGEST_FILE_BYTES, type ReadingControl, type SongReading } from '../tokens.js'
import {
  type MetaEvent,
  type ProgramTimeline,
  programTimeline,
  readTrackEvents,
  splitTrack,
  type TrackEvents,
  type TrackPart,
} from './tracks.js'

/** Maximum number of events. More would freeze the page. The longest real songs have 50,000. */
export const MOST_EVENTS = 250_000

const TEXTS = new Map(Object.entries(TEXT_TYPES).map(([name, type]) => [type, name]))
const NOT_COUNTED: readonly number[] = [META.prefix, META.port, META.device]

const STEPS = { events: 0.4, built: 0.8 } as const

type Counts = Partial<Record<MidiFileNoteCode, number>>

/** @throws MidiFileError with the offset of the damaged byte, if any */
export async function readMidiFile(
  bytes: Uint8Array,
  onProgress: NonNullable<ReadingControl['onProgress']> = () => undefined,
  reader?: number,
): Promise<SongReading> {
  const chunks = readChunks(bytes)
  const tracks = readTracks(bytes, chunks, portion => onProgress(portion * STEPS.events), reader)
  const { format, announced, ppq, padding } = chunks
  const counts: Counts = { padding }
  const { header, parts, endTicks } = partsOf(tracks, { format, ppq, counts })
  if (announced !== tracks.length) count(counts, 'track_count', tracks.length)
  if (format === 2) count(counts, 'patterns', tracks.length)
  const notes = Object.entries(counts).flatMap(([code, number]) =>
    number > 0 ? [midiFileNote(code as MidiFileNoteCode, { number, announced })] : [],
  )
  if (!parts.some(part => part.notes.length > 0)) notes.push(midiFileNote('no_notes', {}))
  const json = await build(header, parts, endTicks)
  onProgress(STEPS.built)
  return { song: checked(json), notes }
}

function readTracks(
  bytes: Uint8Array,
  chunks: ReturnType<typeof readChunks>,
  onTrack: (portion: number) => void,
  reader?: number,
): readonly TrackEvents[] {
  const numberOf = reader === 1 ? () => 0 : portNumbers()
  let read = 0
  const mayRead = () => {
    read += 1
    if (read > MOST_EVENTS) throw new MidiFileError('midi_too_many_events', { limit: MOST_EVENTS })
  }
  const tracks = chunks.tracks.map(({ start, end }) => {
    const events = readTrackEvents(bytes, start, end, { mayRead, numberOf })
    onTrack(end / bytes.length)
    return events
  })
  return withSetUp(tracks)
}

function partsOf(
  tracks: readonly TrackEvents[],
  { format, ppq, counts }: { readonly format: number; readonly ppq: number; readonly counts: Counts },
): { header: HeaderJSON; parts: readonly NamedPart[]; endTicks: number } {
  const header: HeaderJSON = { name: '', ppq, tempos: [], timeSignatures: [], keySignatures: [], meta: [] }
  const parts: NamedPart[] = []
  const programs = programTimeline(tracks)
  const isText = ({ type }: MetaEvent) => type === META.name || TEXTS.has(type)
  const decode = textDecoder(tracks.flatMap(({ meta }) => meta.filter(isText).map(({ bytes }) => bytes)))
  /** Start of the current track. In format 2, tracks are patterns played in sequence. */
  let offset = 0
  let endTicks = 0
  for (const [index, track] of tracks.entries()) {
    const named = track.meta.find(event => event.type === META.name)
    const name = named ? decode(named.bytes) : ''
    if (index === 0) header.name = name
    // Patterns without a tempo use the default tempo.
    const hasTempo = track.meta.some(event => event.type === META.tempo && event.ticks === 0)
    if (format === 2 && !hasTempo && header.tempos.length > 0)
      header.tempos.push({ ticks: offset, bpm: DEFAULT_BPM })
    for (const event of track.meta) {
      if (event.type !== META.name) addMeta(header, event, { offset, counts, decode })
      else if (event !== named) count(counts, 'late_names', 1)
    }
    const ofTrack = format === 2 ? programTimeline([track]) : programs
    const split = splitTrack(track, offset, ofTrack)
    if (format === 2 || index === tracks.length - 1) countPrograms(counts, ofTrack)
    if (named && index > 0 && split.parts.length === 0) count(counts, 'empty_tracks', 1)
    for (const part of split.parts) parts.push({ ...part, name })
    count(counts, 'system_exclusive', track.systemExclusive)
    count(counts, 'aftertouch', track.aftertouch)
    count(counts, 'release_velocities', track.releaseVelocities)
    count(counts, 'after_end', track.afterEnd)
    count(counts, 'endless_notes', split.endlessNotes)
    count(counts, 'stray_note_offs', split.strayNoteOffs)
    endTicks = Math.max(endTicks, offset + track.endTicks)
    if (format === 2) offset += track.endTicks
  }
  header.keySignatures.sort((a, b) => a.ticks - b.ticks)
  header.meta.sort((a, b) => a.ticks - b.ticks)
  const { parts: placed, shared } = onOnePort(parts)
  count(counts, 'ports_shared', shared)
  return { header, parts: placed, endTicks }
}

interface MetaContext {
  readonly offset: number
  readonly counts: Counts
  readonly decode: ReturnType<typeof textDecoder>
}

function addMeta(
  header: HeaderJSON,
  { ticks: own, type, bytes }: MetaEvent,
  { offset, counts, decode }: MetaContext,
): void {
  const ticks = own + offset
  const text = TEXTS.get(type)
  const [first = 0, second = 0, third = 0] = bytes
  if (text !== undefined) header.meta.push({ ticks, type: text, text: decode(bytes) })
  else if (type === META.tempo && bytes.length === 3 && first + second + third > 0)
    header.tempos.push({ ticks, bpm: MICROSECONDS_PER_MINUTE / ((first << 16) | (second << 8) | third) })
  // Some programs omit the last two bytes. The denominator is a power of two, at most 2^7.
  else if (type === META.time && (bytes.length === 2 || bytes.length === 4) && first > 0 && second <= 7)
    header.timeSignatures.push({ ticks, timeSignature: [first, 2 ** second] })
  // Keys range from seven flats (249 is −7) to seven sharps.
  else if (type === META.key && bytes.length === 2 && (first <= 7 || first >= 249) && second <= 1)
    header.keySignatures.push({
      ticks,
      key: MAJOR_KEYS[(first + 7) & 255] ?? '',
      scale: second === 1 ? 'minor' : 'major',
    })
  else if (type === META.tempo || type === META.time || type === META.key) count(counts, 'damaged_meta', 1)
  else if (!NOT_COUNTED.includes(type)) count(counts, 'other_meta', 1)
}

function count(counts: Counts, code: MidiFileNoteCode, more: number): void {
  counts[code] = (counts[code] ?? 0) + more
}

function countPrograms(counts: Counts, programs: ProgramTimeline): void {
  const { moved, unheard } = programs.counts()
  count(counts, 'programs_moved', moved)
  count(counts, 'programs_unheard', unheard)
}

async function build(header: HeaderJSON, parts: readonly NamedPart[], endTicks: number): Promise<unknown> {
  const midi = await emptySong()
  // `@tonejs/midi` applies the first tempo from tick 0. In MIDI, the tempo is 120 BPM until the first event.
  const beginsLate = header.tempos.length > 0 && header.tempos.every(({ ticks }) => ticks > 0)
  const usual = beginsLate ? [{ ticks: 0, bpm: DEFAULT_BPM }] : []
  midi.header.fromJSON({ ...header, tempos: [...usual, ...header.tempos] })
  for (const { name, channel, program, notes, controls, bends, endTicks } of parts) {
    const track = midi.addTrack()
    track.name = name
    track.channel = channel
    track.instrument.number = program
    for (const note of notes) track.addNote(note)
    for (const control of controls) track.addCC({ ...control })
    for (const bend of bends) track.addPitchBend(bend)
    track.endOfTrackTicks = endTicks
  }
  const json = midi.toJSON()
  for (const [index, { controlChanges }] of json.tracks.entries()) {
    // The library drops controller 127.
    const polyMode = midi.tracks[index]?.controlChanges[127]
    if (polyMode) controlChanges[127] = polyMode.map(change => change.toJSON())
  }
  const isLonger = parts.every(part => part.endTicks < endTicks)
  return isLonger ? { ...json, header: { ...json.header, endTicks } } : json
}

async function emptySong(): Promise<Midi> {
  // In Node, the CommonJS module's exports are on the default export.
  const loaded: Partial<typeof import('@tonejs/midi')> & { default?: typeof import('@tonejs/midi') } =
    await import('@tonejs/midi')
  const Library = loaded.Midi ?? loaded.default?.Midi
  if (!Library) throw new MidiFileError('midi_unreadable', { reason: 'the library did not load' })
  return new Library()
}

/** If all bytes are valid, only times beyond 24 hours can make the song invalid. */
function checked(json: unknown): Song {
  const song = parseSong(json)
  if (!(song instanceof SongError)) return song
  if (/\.(time|duration)$/.test(song.path)) throw new MidiFileError('midi_too_long', {}, { cause: song })
  throw new MidiFileError(song.code, { path: song.path }, { cause: song })
}

const CHUNK_HEAD_BYTES = 8
/** Maximum number of tracks. Empty tracks have only 8 bytes but are expensive to read. */
const MOST_TRACKS = 65_535

/**
 * Finds the MTrk chunks after the MThd chunk (specification, section 5).
 * @throws MidiFileError with the offset of the damaged byte
 */
export function readChunks(bytes: Uint8Array) {
  if (bytes.length === 0) throw new MidiFileError('midi_empty')
  if (bytes.length > LARGEST_FILE_BYTES) throw new MidiFileError('midi_too_large', { limit: '32 MB' })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (chunkName(bytes, 0) !== 'MThd') throw new MidiFileError('not_midi')
  const first = chunkEnd(view, 0)
  if (first < 14) throw new MidiFileError('midi_bad_header', { byte: 4 })
  const format = view.getUint16(8)
  const announced = view.getUint16(10)
  const ppq = view.getUint16(12)
  if (format > 2) throw new MidiFileError('midi_bad_header', { byte: 8 })
  if (ppq & 0x8000) throw new MidiFileError('midi_smpte')
  if (ppq === 0) throw new MidiFileError('midi_bad_header', { byte: 12 })

  const tracks: { start: number; end: number }[] = []
  let at = first
  while (at < bytes.length) {
    // Some programs pad the file to a round size.
    if (tracks.length >= announced && isPadding(bytes, at)) break
    const name = chunkName(bytes, at)
    if (name !== 'MTrk' && bytes.length - at >= 4) {
      throw new MidiFileError('midi_unknown_chunk', { chunk: name, byte: at })
    }
    if (tracks.length === MOST_TRACKS) throw new MidiFileError('midi_too_many_tracks', { limit: MOST_TRACKS })
    const end = chunkEnd(view, at)
    tracks.push({ start: at + CHUNK_HEAD_BYTES, end })
    at = end
  }
  if (tracks.length === 0) throw new MidiFileError('midi_no_tracks')
  return { format, announced, ppq, tracks, padding: bytes.length - at }
}

function chunkEnd(view: DataView, at: number): number {
  const size = view.byteLength
  const short = size - at < CHUNK_HEAD_BYTES
  const length = CHUNK_HEAD_BYTES + (short ? 0 : view.getUint32(at + 4))
  if (short || at + length > size) throw new MidiFileError('midi_cut', { byte: at, length, size })
  return at + length
}

export function isPadding(bytes: Uint8Array, from: number): boolean {
  if (bytes.length - from < CHUNK_HEAD_BYTES) return true
  for (let index = from; index < bytes.length; index += 1) if (bytes[index] !== 0) return false
  return true
}

export function chunkName(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 4), byte =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.',
  ).join('')
}

/** Assigns a number to a port (FF 21) and device (FF 09, RP-019). */
export type PortNumbers = (port: number, device: string) => number

export interface NamedPart extends TrackPart {
  readonly name: string
}

const CHANNELS = 16
const DRUM_NAME =
  /drum|perc|rhythm|beat|\bkit\b|snare|kick|hi-?hat|toms?\b|cymbal|conga|bongo|schlagz|batt?er|ドラム/i
const NO_NAME = /^(track|port|channel|midi)?[\s\d:._-]*$/i
/** Bank MSBs of drum kits: General MIDI 2, XG. */
const DRUM_BANKS: readonly number[] = [120, 127]

export function portNumbers(): PortNumbers {
  const numbers = new Map<string, number>([['0 ', 0]])
  return (port, device) => getOrMake(numbers, `${port} ${device}`, () => numbers.size)
}

const portOf = ({ channel }: { readonly channel: number }) => Math.floor(channel / CHANNELS)

/** A track without a port that only sets up channels applies to the first port with notes. */
export function withSetUp(tracks: readonly TrackEvents[]): readonly TrackEvents[] {
  if (tracks.every(track => track.channel.every(({ channel }) => channel < CHANNELS))) return tracks
  const ports = tracks.flatMap(({ channel }) => channel.filter(({ kind }) => kind === 0x9).map(portOf))
  const first = ports[0]
  if (first === undefined || ports.includes(0)) return tracks
  return tracks.map(track => ({
    ...track,
    channel: track.channel.map(event =>
      portOf(event) === 0 ? { ...event, channel: event.channel + first * CHANNELS } : event,
    ),
  }))
}

/**
 * Moves instruments from other ports to free channels: a song has only 16. If none is free, identical
 * instruments share a channel. On other ports, channel 10 counts as drums only if its bank or name says so.
 */
export function onOnePort(parts: readonly NamedPart[]): { parts: readonly NamedPart[]; shared: number } {
  const units = unitsOf(parts)
  const first = units.reduce((least, unit) => Math.min(least, portOf(unit)), Infinity)
  const channels = new Map<number, number>()
  const load = new Map<number, number>()
  const byProgram = new Map<number, number>()
  const put = ({ channel: from, program, notes }: Unit, channel: number) => {
    channels.set(from, channel)
    load.set(channel, (load.get(channel) ?? 0) + notes)
    if (channel !== DRUM_CHANNEL && !byProgram.has(program)) byProgram.set(program, channel)
  }
  const moved = units.filter(unit => portOf(unit) !== first)
  for (const unit of units) if (!moved.includes(unit)) put(unit, unit.channel % CHANNELS)
  const free = Array.from({ length: CHANNELS }, (_, channel) => channel).filter(
    channel => channel !== DRUM_CHANNEL && !load.has(channel),
  )
  const melodic = moved.filter(({ isDrums }) => !isDrums)
  const added = new Set(melodic.flatMap(({ program }) => (byProgram.has(program) ? [] : [program])))
  let spare = free.length - added.size
  let shared = 0
  for (const unit of moved) {
    const equal = byProgram.get(unit.program)
    if (unit.isDrums) put(unit, DRUM_CHANNEL)
    else if (free.length === 0 || (equal !== undefined && spare <= 0)) {
      const [quietest = 0] = [...load.keys()]
        .filter(channel => channel !== DRUM_CHANNEL)
        .sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0))
      put(unit, equal ?? quietest)
      shared += 1
    } else {
      if (equal !== undefined) spare -= 1
      const [channel = 0] = free.splice(Math.max(0, free.indexOf(unit.channel % CHANNELS)), 1)
      put(unit, channel)
    }
  }
  const placed = parts.flatMap(part => {
    const channel = channels.get(part.channel)
    if (channel !== undefined) return [{ ...part, channel }]
    // Controllers without notes must not affect notes on another port.
    const isAlone = moved.length === 0 && (portOf(part) === first || units.length === 0)
    return isAlone ? [{ ...part, channel: part.channel % CHANNELS }] : []
  })
  return { parts: placed, shared }
}

interface Unit {
  readonly channel: number
  readonly program: number
  readonly notes: number
  readonly isDrums: boolean
}

function unitsOf(all: readonly NamedPart[]): readonly Unit[] {
  const groups = new Map<number, NamedPart[]>()
  for (const part of all) getOrMake(groups, part.channel, () => []).push(part)
  return [...groups].flatMap(([channel, parts]) => {
    const notes = parts.reduce((sum, part) => sum + part.notes.length, 0)
    const { program = 0 } = parts.find(part => part.notes.length > 0) ?? {}
    const isDrums = channel % CHANNELS === DRUM_CHANNEL && saysDrums(parts)
    return notes > 0 ? [{ channel, program, notes, isDrums }] : []
  })
}

function saysDrums(parts: readonly NamedPart[]): boolean {
  return parts.some(
    ({ name, program, controls }) =>
      DRUM_NAME.test(name) ||
      (program === 0 && NO_NAME.test(name)) ||
      controls.some(({ number, value }) => number === 0 && DRUM_BANKS.includes(Math.round(value * 127))),
  )
}
