import type { SongNote } from '../../../music/song/song.js'
import type { WrittenScore } from '../../../music/song/song-schema.js'
import type { Technique } from '../../../music/song/techniques.js'
import { model, Settings } from '../engine.js'
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

/** Returns alphaTab's data model without default values. @param bars bars in playing order */
export function writtenScore(score: model.Score, bars: WrittenScore['bars']): WrittenScore {
  const content = model.JsonConverter.scoreToJsObject(score) as unknown as JsonMap
  return { format: 'alphatab-1', content: sparse(content, 'score', firstNoteId(score)), bars }
}

/** @param content unvalidated content from a JSON song @throws ScoreError `score_damaged` */
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

const { AccentuationType, BrushType, GraceType, HarmonicType, PickStroke, SlideOutType, SlideInType } = model

export function techniquesOf(note: model.Note): Technique[] {
  const { beat } = note
  const hammered = note.hammerPullOrigin
  const found: Record<Technique, boolean> = {
    bend: note.hasBend,
    'whammy-bar': beat.hasWhammyBar,
    vibrato: note.vibrato !== model.VibratoType.None || beat.vibrato !== model.VibratoType.None,
    trill: note.isTrill,
    tremolo: beat.isTremolo,
    'hammer-on': hammered !== null && hammered.fret <= note.fret,
    'pull-off': hammered !== null && hammered.fret > note.fret,
    'legato-slide': note.slideOutType === SlideOutType.Legato,
    slide:
      note.slideInType !== SlideInType.None ||
      (note.slideOutType !== SlideOutType.None && note.slideOutType !== SlideOutType.Legato),
    tap: beat.tap || note.isLeftHandTapped,
    'palm-mute': note.isPalmMute,
    'let-ring': note.isLetRing,
    dead: note.isDead,
    ghost: note.isGhost,
    staccato: note.isStaccato,
    accent: note.accentuated !== AccentuationType.None,
    'natural-harmonic': note.harmonicType === HarmonicType.Natural,
    'artificial-harmonic': note.isHarmonic && note.harmonicType !== HarmonicType.Natural,
    grace: beat.graceType !== GraceType.None,
    'strum-down': beat.brushType === BrushType.BrushDown || beat.brushType === BrushType.ArpeggioDown,
    'strum-up': beat.brushType === BrushType.BrushUp || beat.brushType === BrushType.ArpeggioUp,
    'pick-down': beat.pickStroke === PickStroke.Down,
    'pick-up': beat.pickStroke === PickStroke.Up,
    slap: beat.slap,
    pop: beat.pop,
    fade: beat.fade !== model.FadeType.None,
  }
  return (Object.keys(found) as Technique[]).filter(each => found[each])
}

/** Converts alphaTab's bend points, which are in quarter tones at positions 0 to 60. */
export function bendOf(note: model.Note): SongNote['bend'] {
  if (!note.hasBend || !note.bendPoints) return undefined
  return note.bendPoints.map(({ offset, value }) => ({
    at: Math.min(1, Math.max(0, offset / model.BendPoint.MaxPosition)),
    semitones: value / 2,
  }))
}
