import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import { fretOf, MAX_FRET, type StrungNeck } from '../../../music/guitar/position.js'
import type { Song } from '../../../music/song/song.js'
import type { SongTrackView } from '../../midi-file/tokens.js'
import type { OpenSong, ShownTracks } from '../tokens.js'

type Tracks = Pick<OpenSong, 'tracks'>

export function isShown({ tracks }: Tracks, shown: ShownTracks, track: number): boolean {
  if (shown === 'all') return tracks[track]?.playable === true
  return typeof shown === 'number' ? shown === track : shown.includes(track)
}

const NECKS = { fewestStrings: 3, mostStrings: 10, lastCapo: 12 } as const

/** Returns `undefined` if the file has no tuning or the neck doesn't support it. */
export function tuningOf({
  tuning: strings = [],
  capo = 0,
}: Pick<Song['tracks'][number], 'tuning' | 'capo'>) {
  const { fewestStrings, mostStrings, lastCapo } = NECKS
  if (strings.length < fewestStrings || strings.length > mostStrings || capo > lastCapo) return undefined
  return { strings, capo }
}

/** If several tracks are visible, uses the tuning of the one with the most notes. */
export function shownTuning(open: OpenSong, shown: ShownTracks) {
  return open.song.tracks
    .filter((track, index) => isShown(open, shown, index) && tuningOf(track))
    .toSorted((a, b) => b.notes.length - a.notes.length)
    .map(tuningOf)[0]
}

/** Returns the tracks shown last time, or `usual` if the song no longer has them. */
export function remembered(
  { tracks }: Tracks,
  shown: ShownTracks | undefined,
  usual: ShownTracks = 'all',
): ShownTracks {
  if (shown === undefined) return usual
  const known = (typeof shown === 'object' ? shown : [shown]).every(
    track => track === 'all' || tracks[track]?.playable,
  )
  return known ? shown : usual
}

export function isSameTracks(one: ShownTracks, other: ShownTracks): boolean {
  return String(one) === String(other)
}

export function toggledTrack(song: Tracks, shown: ShownTracks, track: number): ShownTracks {
  const playable = song.tracks.filter(each => each.playable).map(({ index }) => index)
  const now = playable.filter(index => isShown(song, shown, index) !== (index === track))
  const [only] = now
  if (only === undefined) return shown
  if (now.length === 1) return only
  return now.length === playable.length ? 'all' : now
}

/** @throws FretworkError `track_unknown` if the neck can't show the track */
export function checkTrack(song: Tracks | undefined, track: number): asserts song {
  if (song?.tracks[track]?.playable === true) return
  throw new FretworkError(
    'track_unknown',
    `The song has no track ${track + 1} that can be shown on the neck; choose another.`,
  )
}

interface TrackWords {
  unnamed(track: SongTrackView): string
  instrument(track: SongTrackView): string
}

/**
 * Returns the track names in order. Adds a number and the instrument to duplicate names.
 *
 * @example trackNames(tracks, words) // ['Guitar (1) · Nylon-string guitar', 'Guitar (2) · Steel-string guitar', 'Bass']
 */
export function trackNames(
  tracks: readonly SongTrackView[],
  { unnamed, instrument }: TrackWords,
): ReadonlyMap<number, string> {
  const names = tracks.map(track => track.name || unnamed(track))
  const seen = new Map<string, number>()
  return new Map(
    tracks.map((track, at) => {
      const name = names[at] ?? ''
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      const isShared = names.indexOf(name) !== names.lastIndexOf(name)
      return [track.index, isShared ? `${name} (${number}) · ${instrument(track)}` : name]
    }),
  )
}

export interface TakingNeck {
  readonly tuning: StrungNeck
  readonly capo: number
}

/** Range of zero-based General MIDI programs. */
type Programs = readonly [first: number, last: number]
const GUITARS: Programs = [24, 31]
const BASSES: Programs = [32, 39]
const BACKGROUNDS: readonly Programs[] = [
  [47, 55],
  [88, 103],
  [112, 127],
]

const NAMES = {
  guitar: /guit|gitar|\bgtr?s?\b|\be-?git/i,
  lead: /lead|solo/i,
  melody: /melod|vocal|voice|voc\b|vox|sing|gesang|stimme|cantus/i,
  bass: /bass(?!oon)|\bb\.?\s?g(u?i?t)?\b/i,
  other: /drum|perc|schlagz|piano|klavier|organ|orgel|string|strei|pad\b|choir|chor\b|brass/i,
}

/** Minimum pitch of a guitar's highest string. Guitars have 57 or more, basses G (43). */
const LOWEST_GUITAR = 50
const MOST_VOICES = 4

const WEIGHTS = {
  program: 4,
  name: 3,
  lead: 1,
  melody: 1.5,
  wrongName: -3,
  background: -2,
  otherNeck: -5,
  /** Weight if all notes are out of range. A few low notes only require another tuning. */
  outOfRange: -12,
  /** Weight if every onset has more notes than there are strings. */
  tooMany: -8,
  notes: 2,
  throughout: 1.5,
  /** Weight for high single notes. Only applies if no track name suggests the melody. */
  high: 1.5,
} as const

interface TrackFacts {
  readonly index: number
  readonly notes: number
  readonly outOfRange: number
  readonly moments: number
  readonly tooMany: number
  readonly meanPitch: number
  readonly stretches: number
}

/** Length of the sections that are checked for notes, in quarter notes. */
const STRETCH = 4

/** Chooses the tracks that a guitarist would play. Runs in steps: a damaged song can have a million notes. */
export function* usualTracks(
  { song, tracks }: Pick<OpenSong, 'song' | 'tracks'>,
  neck: TakingNeck,
): Steps<ShownTracks> {
  const playable = tracks.filter(track => track.playable).map(({ index }) => index)
  if (playable.length < 2) return 'all'
  const facts: TrackFacts[] = []
  for (const index of playable) facts.push(yield* factsOf(song, [index], neckOf(song, [index], neck)))
  if (playable.length <= MOST_VOICES && areVoices(song, playable)) {
    const together = yield* factsOf(song, playable, neckOf(song, playable, neck))
    if (together.outOfRange === 0 && together.tooMany === 0) return 'all'
  }
  const most = {
    notes: Math.max(...facts.map(({ notes }) => notes)),
    stretches: Math.max(...facts.map(({ stretches }) => stretches)),
  }
  const isBass = Math.max(...neck.tuning.strings) < LOWEST_GUITAR
  const scored = facts.map(each => ({ index: each.index, score: scoreOf(each, song, most, isBass) }))
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).index
}

/** Returns the tracks' own tuning if the file specifies one, otherwise the neck's. */
function neckOf({ tracks }: OpenSong['song'], indices: readonly number[], neck: TakingNeck): TakingNeck {
  const [first, ...others] = indices.map(index => tuningOf(tracks[index] ?? {}))
  if (!first || others.some(other => `${other?.strings}` !== `${first.strings}`)) return neck
  return { tuning: first, capo: first.capo }
}

/** Returns whether tracks with the same program are voices of one guitar. */
function areVoices(song: OpenSong['song'], playable: readonly number[]): boolean {
  const [first, ...others] = playable.map(index => song.tracks[index])
  const program = first?.instrument.number ?? -1
  if (!isIn(GUITARS, program)) return false
  const all = [first, ...others]
  return all.every(
    track =>
      track?.instrument.number === program && !NAMES.guitar.test(track.name) && !NAMES.lead.test(track.name),
  )
}

function* factsOf(
  { header, tracks }: OpenSong['song'],
  indices: readonly number[],
  neck: TakingNeck,
): Steps<TrackFacts> {
  const strings = neck.tuning.strings.length
  const isInReach = Array.from({ length: 128 }, (_, pitch) =>
    neck.tuning.strings.some((_, string) => {
      const fret = fretOf(pitch, neck.tuning, neck.capo, string + 1)
      return fret >= 0 && fret <= MAX_FRET - neck.capo
    }),
  )
  const begun = new Map<number, number>()
  const stretches = new Set<number>()
  let notes = 0
  let outOfRange = 0
  let pitches = 0
  for (const index of indices) {
    for (const { midi, ticks } of tracks[index]?.notes ?? []) {
      notes += 1
      pitches += midi
      if (!isInReach[midi]) outOfRange += 1
      stretches.add(Math.floor(ticks / (header.ppq * STRETCH)))
      begun.set(ticks, (begun.get(ticks) ?? 0) + 1)
      if (notes % ROWS_AT_ONCE === 0) yield 0
    }
  }
  let tooMany = 0
  for (const count of begun.values()) if (count > strings) tooMany += 1
  return {
    index: indices[0] ?? -1,
    notes,
    outOfRange,
    moments: begun.size,
    tooMany,
    meanPitch: pitches / Math.max(1, notes),
    stretches: stretches.size,
  }
}

function scoreOf(
  facts: TrackFacts,
  song: OpenSong['song'],
  most: Pick<TrackFacts, 'notes' | 'stretches'>,
  isBassNeck: boolean,
): number {
  const { index, notes, outOfRange, moments, tooMany, meanPitch } = facts
  const { name = '', instrument } = song.tracks[index] ?? {}
  const program = instrument?.number ?? 0
  const saysBass = NAMES.bass.test(name) || isIn(BASSES, program)
  const wanted = isBassNeck ? saysBass : isIn(GUITARS, program) && !NAMES.bass.test(name)
  const named = isBassNeck ? NAMES.bass.test(name) : NAMES.guitar.test(name) && !NAMES.bass.test(name)
  const single = moments / Math.max(1, notes)
  const points: readonly (number | false)[] = [
    wanted && WEIGHTS.program,
    named && WEIGHTS.name,
    NAMES.lead.test(name) && WEIGHTS.lead,
    NAMES.melody.test(name) && WEIGHTS.melody,
    NAMES.other.test(name) && WEIGHTS.wrongName,
    BACKGROUNDS.some(range => isIn(range, program)) && WEIGHTS.background,
    saysBass && !isBassNeck && WEIGHTS.otherNeck,
    (WEIGHTS.outOfRange * outOfRange) / Math.max(1, notes),
    (WEIGHTS.tooMany * tooMany) / Math.max(1, moments),
    (WEIGHTS.notes * notes) / Math.max(1, most.notes),
    (WEIGHTS.throughout * facts.stretches) / Math.max(1, most.stretches),
    !isBassNeck && WEIGHTS.high * single * Math.min(1, Math.max(0, (meanPitch - 48) / 24)),
  ]
  return points.reduce<number>((sum, point) => sum + (point === false ? 0 : point), 0)
}

function isIn([first, last]: Programs, program: number): boolean {
  return program >= first && program <= last
}
