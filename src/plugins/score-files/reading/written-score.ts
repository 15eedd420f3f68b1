/** A score as plain data that a song keeps, and back: alphaTab's own data model, without the values that are defaults. */
import type { WrittenScore } from '../../../core/music/song/song.js'
import { model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'

/** Objects in lists in objects. */
export type JsonObject = Record<string, unknown>

/** Empty where there is none. */
export function listOf(object: JsonObject | undefined, key: string): JsonObject[] {
  const list = object?.[key]
  return Array.isArray(list) ? list : []
}

type Json = unknown
/** As alphaTab makes it. */
type JsonMap = Map<string, Json>

/** What a list of each name holds, from the outside in. */
const PARTS = ['masterbars', 'tracks', 'staves', 'bars', 'voices', 'beats', 'notes'] as const
type Part = (typeof PARTS)[number]

/** Worked out again from the rest when a score is read. */
const DERIVED: Readonly<Partial<Record<Part, ReadonlySet<string>>>> = {
  masterbars: new Set(['start']),
  bars: new Set(['id']),
  voices: new Set(['id']),
  beats: new Set(['id', 'displaystart', 'playbackstart', 'displayduration', 'playbackduration']),
}
/** Whether a key of a note names a note. */
const isNoteId = (key: string) => key === 'id' || key.endsWith('noteid')

/** @param bars in the order in which they are played */
export function writtenScore(score: model.Score, bars: WrittenScore['bars']): WrittenScore {
  const content = model.JsonConverter.scoreToJsObject(score) as unknown as JsonMap
  return { format: 'alphatab-1', content: sparse(content, 'score', firstNoteId(score)), bars }
}

/**
 * @param content any data: a song in JSON can claim to be a score
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
      kept[key] = name === 'notes' && isNoteId(key) ? Number(value) - firstNote : value
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

/** Ids count over all scores that were ever read; a song starts again. */
export function firstNoteId({ tracks }: model.Score): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const { staves } of tracks) {
    for (const { bars } of staves) {
      for (const { voices } of bars) {
        for (const { beats } of voices) {
          for (const { notes } of beats) for (const { id } of notes) lowest = Math.min(lowest, id)
        }
      }
    }
  }
  return lowest
}

/** Maps of alphaTab as objects, as its own JSON has them. */
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

/** The values of each part that has just been made; those that are objects, as JSON. */
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
    // All others are within one another.
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
