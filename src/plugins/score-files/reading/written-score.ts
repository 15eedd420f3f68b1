import type { Song } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import type { WrittenScore } from '../../../music/song/song-schema.js'
import { MAJOR_KEYS } from '../../../music/song/song-to-midi.js'
import { importer, model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'

export type JsonObject = Record<string, unknown>

export function listOf(object: JsonObject | undefined, key: string): JsonObject[] {
  const list = object?.[key]
  return Array.isArray(list) ? list : []
}

type Json = unknown
type JsonMap = Map<string, Json>

const PARTS = ['masterbars', 'tracks', 'staves', 'bars', 'voices', 'beats', 'notes'] as const
type Part = (typeof PARTS)[number]

/** Properties that are recomputed when a score is read. */
const DERIVED: Readonly<Partial<Record<Part, ReadonlySet<string>>>> = {
  masterbars: new Set(['start']),
  bars: new Set(['id']),
  voices: new Set(['id']),
  beats: new Set(['id', 'displaystart', 'playbackstart', 'displayduration', 'playbackduration']),
}

/**
 * Returns alphaTab's data model without default values.
 * @param bars bars in playing order
 */
export function writtenScore(score: model.Score, bars: WrittenScore['bars']): WrittenScore {
  const content = model.JsonConverter.scoreToJsObject(score) as unknown as JsonMap
  return { format: 'alphatab-1', content: sparse(content, 'score', firstNoteId(score)), bars }
}

/**
 * @param content unvalidated content from a JSON song
 * @throws ScoreError `score_damaged`
 */
export function scoreOfContent(content: WrittenScore['content']): model.Score {
  try {
    return model.JsonConverter.jsObjectToScore(content, new Settings())
  } catch (cause) {
    throw new ScoreError('score_damaged', {}, { cause })
  }
}

function sparse(part: JsonMap, name: Part | 'score', firstNote: number): JsonObject {
  const standard = defaults()[name]
  const derived = name === 'score' ? NOTHING : DERIVED[name]
  const kept: JsonObject = {}
  for (const [key, value] of part) {
    if (value === standard.get(key) || derived?.has(key)) continue
    if (typeof value !== 'object' || value === null) {
      kept[key] =
        name === 'notes' && (key === 'id' || key.endsWith('noteid')) ? Number(value) - firstNote : value
    } else if (Array.isArray(value) && LISTS.has(key)) {
      kept[key] = (value as JsonMap[]).map(each => sparse(each, key as Part, firstNote))
    } else {
      const text = plain(value)
      if (JSON.stringify(text) !== standard.get(key)) kept[key] = text
    }
  }
  return kept
}

const NOTHING: ReadonlySet<string> = new Set()
const LISTS: ReadonlySet<string> = new Set(PARTS)

export function* notesOf({ tracks }: model.Score): Generator<model.Note> {
  for (const { staves } of tracks)
    for (const { bars } of staves)
      for (const { voices } of bars)
        for (const { beats } of voices) for (const { notes } of beats) yield* notes
}

/**
 * Returns the lowest note ID. alphaTab numbers notes across all scores it has read; stored songs start at 0.
 */
export function firstNoteId(score: model.Score): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const { id } of notesOf(score)) lowest = Math.min(lowest, id)
  return lowest
}

function plain(value: Json): Json {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [String(key), plain(each)]))
  }
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array)
  if (Array.isArray(value)) return value.map(plain)
  return value
}

type Defaults = Readonly<Record<Part | 'score', ReadonlyMap<string, Json>>>

let known: Defaults | undefined

function defaults(): Defaults {
  if (known) return known
  const made = new model.Score()
  const track = new model.Track()
  const staff = new model.Staff()
  const bar = new model.Bar()
  const voice = new model.Voice()
  const beat = new model.Beat()
  made.addMasterBar(new model.MasterBar())
  made.addTrack(track)
  track.staves = [staff]
  staff.track = track
  staff.addBar(bar)
  bar.addVoice(voice)
  voice.addBeat(beat)
  beat.addNote(new model.Note())
  let part = model.JsonConverter.scoreToJsObject(made) as unknown as JsonMap
  const found: Partial<Record<Part | 'score', JsonMap>> = { score: usual(part) }
  for (const name of PARTS) {
    const [first = new Map()] = part.get(name) as JsonMap[]
    found[name] = usual(first)
    if (name !== 'masterbars') part = first
  }
  known = found as Defaults
  return known
}

function usual(part: JsonMap): JsonMap {
  const values = [...part].map(
    ([key, value]) =>
      [key, typeof value === 'object' && value !== null ? JSON.stringify(plain(value)) : value] as const,
  )
  return new Map(values.filter(([key]) => key !== 'id'))
}

/** Reads pass numbers from a bit mask. The lowest bit is the first pass. */
export function endingNumbers(bits: number): number[] {
  const passes = Array.from({ length: model.MasterBar.MaxAlternateEndings }, (_, bit) => bit + 1)
  return passes.filter(pass => bits & (1 << (pass - 1)))
}

/** Returns the sounding key signature of a transposing instrument. */
function soundingFifths(written: number, transposition: number): number {
  const shift = (((transposition * 7) % 12) + 12) % 12
  const fifths = written + shift
  return shift === 0 ? written : fifths > 6 ? fifths - 12 : fifths
}

export function keysOf(score: model.Score, bars: WrittenScore['bars']): Song['header']['keySignatures'] {
  const staff = score.tracks.find(({ playbackInfo }) => playbackInfo.primaryChannel !== DRUM_CHANNEL)
    ?.staves[0]
  const keys: Song['header']['keySignatures'] = []
  for (const { ticks, bar } of bars) {
    const written = staff?.bars[bar]
    const key =
      MAJOR_KEYS[soundingFifths(written?.keySignature ?? 0, staff?.displayTranspositionPitch ?? 0) + 7]
    const scale = written?.keySignatureType === 1 ? 'minor' : 'major'
    const last = keys.at(-1)
    if (key && (last?.key !== key || last.scale !== scale)) keys.push({ ticks, key, scale })
  }
  return keys
}

export function metaOf(score: model.Score, bars: WrittenScore['bars']): Song['header']['meta'] {
  const meta: Song['header']['meta'] = []
  for (const { ticks, bar } of bars) {
    const { section } = score.masterBars[bar] ?? {}
    const text = section && (section.text || section.marker)
    if (text) meta.push({ ticks, text, type: 'marker' })
    for (const { staves } of score.tracks) {
      for (const voice of staves[0]?.bars[bar]?.voices ?? []) {
        for (const { lyrics, playbackStart } of voice.beats) {
          const words = lyrics?.find(line => line.trim() !== '')
          if (words) meta.push({ ticks: Math.max(0, ticks + playbackStart), text: words, type: 'lyrics' })
        }
      }
    }
  }
  return meta
}

/** General MIDI 2 and Roland GS keys that alphaTab plays as other keys or can't draw. */
const isOdd = (key: number) => key < 35 || key === 83 || key === 84 || key > 87

/** Creates an articulation for each key of a drum track. Guitar Pro files refer to articulations by index. */
export function soundKeys(track: model.Track): void {
  const beats = track.staves.flatMap(({ isPercussion, bars }) =>
    isPercussion ? bars.flatMap(({ voices }) => voices.flatMap(voice => voice.beats)) : [],
  )
  const notes = beats.flatMap(beat => beat.notes)
  const keys = [...new Set(notes.map(note => note.percussionArticulation))]
  if (track.percussionArticulations.length > 0 || keys.length === 0) return
  standard ??= standardArticulations()
  const known = standard
  track.percussionArticulations = keys.map(key => known.get(key) ?? plainArticulation(key))
  for (const note of notes) note.percussionArticulation = keys.indexOf(note.percussionArticulation)
}

let standard: ReadonlyMap<number, model.InstrumentArticulation> | undefined

/** Collects alphaTab's articulations, which it doesn't export, by parsing AlphaTex that uses them all. */
function standardArticulations(): Map<number, model.InstrumentArticulation> {
  const keys = Array.from({ length: 128 }, (_, key) => key).filter(key => !isOdd(key))
  const score = importer.ScoreLoader.loadAlphaTex(`\\instrument percussion ${keys.join(' ')}`, new Settings())
  return new Map(score.tracks[0]?.percussionArticulations.map(each => [each.outputMidiNumber, each]))
}

const { NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None } = model.MusicFontSymbol
const HEADS = [NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None] as const
/** Staff line of the snare drum. */
const LINE = 3

function plainArticulation(key: number) {
  return new model.InstrumentArticulation(
    `Key ${key}`,
    ...([LINE, key] as const),
    ...HEADS,
    model.TechniqueSymbolPlacement.Outside,
    key,
  )
}
