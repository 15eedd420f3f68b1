/** Places for the notes of a whole piece. */

import type { Neck } from './grips.js'
import {
  bestGrip,
  type Column,
  edgePosteriors,
  gripShares,
  Lattice,
  type Liking,
  NO_LIKING,
  type Zone,
} from './lattice.js'
import { likingOf, sumOf } from './liking.js'
import { type Model, NO_WEIGHTS } from './model.js'
import { checkedNeck, isBass } from './neck.js'
import { type GripCache, type Onset, onsetsOf } from './onsets.js'
import { pinsOf } from './pins.js'
import { type Surroundings, surroundingsOf } from './surroundings.js'
import type { PlacedNote, PositionNote, Problem, Solution, SolveOptions, ZoneWish } from './tokens.js'

/** What a bass gets: the lowest fret, which is hard to beat there, moved by pins and wishes only. */
const BASS_LIKING: Liking = { excess: -3, hand: 0, open: 0 }
/** Alternatives that are told of a note. */
const MOST_ALTERNATIVES = 6

/**
 * Places every note of a piece.
 *
 * Pins are kept, and what they say of the player shapes the whole piece. What cannot be placed or held is in
 * `problems`, with its reason; nothing is thrown for notes, however odd.
 *
 * @throws FretworkError `positions_neck` where the neck itself is impossible
 */
export function solve(notes: readonly PositionNote[], options: SolveOptions, model: Model): Solution {
  const neck = checkedNeck(options)
  const problems: Problem[] = []
  const moved = options.moveOctaves ? movedIntoReach(notes, neck) : undefined
  const played = moved
    ? notes.map((note, index) => ({ ...note, pitch: note.pitch + 12 * (moved[index] ?? 0) }))
    : notes
  const pins = pinsOf(played, neck, options.pinned ?? [], problems)
  const cache: GripCache = new Map()
  const { onsets, unplaced } = onsetsOf(played, neck, cache, pins)
  const bass = isBass(neck)
  const whole: Way = {
    onsets,
    surroundings: surroundingsOf(onsets, neck, true),
    lattice: new Lattice(bass ? NO_WEIGHTS : model.whole, neck.strings.length),
    wishes: options.hand ?? [],
  }
  let liking = bass ? BASS_LIKING : NO_LIKING
  if (pins.size > 0) liking = likingOfPins(played, neck, cache, pins, whole, liking)
  const places: PlacedNote[] = notes.map((_, index) => ({
    place: undefined,
    confidence: 0,
    alternatives: [],
    octaves: moved?.[index] ?? 0,
  }))
  for (const [index, reason] of unplaced) problems.push({ kind: reason, notes: [index] })
  for (const { column, posterior } of walk(whole, liking)) {
    const { grips, notes: held, at } = column.onset
    const shares = gripShares(column, posterior)
    const best = bestGrip(grips, shares)
    if (!grips.legal) problems.push({ kind: 'no_legal_grip', notes: [...held], at })
    for (const [i, index] of held.entries()) {
      const octaves = moved?.[index] ?? 0
      places[index] = { ...placed(grips, shares, best, i, neck), octaves }
    }
  }
  return { places, problems, liking }
}

/** Onsets that are kept before they are given back, and those that must follow: four already tell nearly all. */
const KNOWN = 4096
const FOLLOWING = 128

/** What a walk through the piece needs. */
interface Way {
  readonly onsets: readonly Onset[]
  readonly surroundings: Surroundings
  readonly lattice: Lattice
  readonly wishes: readonly ZoneWish[]
}

/**
 * Goes through onsets and gives each back once what follows is known: all of the piece, or in long ones the next
 * onsets, so that memory does not grow with the piece.
 */
function* walk(
  { onsets, surroundings, lattice, wishes }: Way,
  liking: Liking,
  from = 0,
  to = onsets.length,
): Generator<{ readonly column: Column; readonly posterior: Float64Array }> {
  const { piece } = surroundings
  let waiting: Column[] = []
  let before: Column | undefined
  for (let t = from; t < to; t += 1) {
    const onset = onsets[t]
    const around = surroundings.around[t]
    const ages = surroundings.ages[t]
    if (!onset || !around || !ages) continue
    const zone = zoneAt(wishes, onset.at)
    before = lattice.step(before?.states, { onset, around, ages, piece, liking, zone })
    waiting.push(before)
    if (waiting.length < KNOWN + FOLLOWING) continue
    yield* withPosteriors(waiting, KNOWN)
    waiting = waiting.slice(KNOWN)
  }
  yield* withPosteriors(waiting, waiting.length)
}

function* withPosteriors(columns: readonly Column[], count: number) {
  const posteriors = edgePosteriors(columns)
  for (let t = 0; t < count; t += 1) {
    const column = columns[t]
    const posterior = posteriors[t]
    if (column && posterior) yield { column, posterior }
  }
}

function zoneAt(wishes: readonly ZoneWish[], at: number): Zone | undefined {
  for (let index = wishes.length - 1; index >= 0; index -= 1) {
    const wish = wishes[index]
    if (wish && at >= (wish.from ?? Number.NEGATIVE_INFINITY) && at < (wish.to ?? Number.POSITIVE_INFINITY))
      return wish
  }
  return undefined
}

/** The passage from the first to the last pin is walked as if there were none, until it foretells them as well as it can. */
function likingOfPins(
  notes: readonly PositionNote[],
  neck: Neck,
  cache: GripCache,
  pins: ReadonlyMap<number, number>,
  pinned: Way,
  start: Liking,
): Liking {
  const { onsets } = onsetsOf(notes, neck, cache)
  const isPinned = ({ notes: held }: Onset) => held.some(index => pins.has(index))
  const first = pinned.onsets.findIndex(isPinned)
  const last = pinned.onsets.findLastIndex(isPinned)
  // With pins other notes may have been let go of: then the two ways are not of the same onsets.
  if (first < 0 || onsets.length !== pinned.onsets.length) return start
  const free: Way = { ...pinned, onsets }
  const liking = likingOf(pins.size, own => {
    let sum = 0
    for (const { column, posterior } of walk(free, sumOf(start, own), first, last + 1))
      sum += foretold(column, posterior, pins)
    return sum
  })
  return sumOf(start, liking)
}

/** A pin that was thought impossible counts for this much: one odd note must not decide. */
const UNFORESEEN = 0.05

/** Logarithm of how probable the pinned places of a column were, added up. */
function foretold(column: Column, posterior: Float64Array, pins: ReadonlyMap<number, number>): number {
  const { grips, notes: held } = column.onset
  const shares = gripShares(column, posterior)
  let sum = 0
  for (const [i, index] of held.entries()) {
    const string = pins.get(index)
    if (string === undefined) continue
    let right = 0
    for (let g = 0; g < grips.count; g += 1)
      if (grips.string[g * grips.size + i] === string) right += shares[g] ?? 0
    sum += Math.log(UNFORESEEN + (1 - UNFORESEEN) * right)
  }
  return sum
}

/** Octaves that bring each note into reach: the fewest, 0 where none do. */
function movedIntoReach(notes: readonly PositionNote[], neck: Neck): number[] {
  const isInReach = (pitch: number) =>
    neck.strings.some(open => pitch >= open + neck.capo && pitch <= open + neck.capo + neck.top)
  return notes.map(({ pitch }) => {
    for (let octaves = 0; octaves <= 10; octaves += 1) {
      if (isInReach(pitch + 12 * octaves)) return octaves
      if (isInReach(pitch - 12 * octaves)) return -octaves
    }
    return 0
  })
}

function placed(
  grips: Onset['grips'],
  shares: Float64Array,
  best: number,
  i: number,
  neck: Neck,
): Omit<PlacedNote, 'octaves'> {
  const byString = new Float64Array(neck.strings.length)
  for (let g = 0; g < grips.count; g += 1) {
    const string = grips.string[g * grips.size + i] ?? 0
    byString[string] = (byString[string] ?? 0) + (shares[g] ?? 0)
  }
  const pitch = grips.pitches[i] ?? 0
  const fretOn = (string: number) => pitch - (neck.strings[string] ?? 0) - neck.capo
  const own = grips.string[best * grips.size + i] ?? 0
  const alternatives = neck.strings
    .map((_, string) => ({ string: string + 1, fret: fretOn(string), share: byString[string] ?? 0 }))
    .filter(({ string, fret }) => string - 1 !== own && fret >= 0 && fret <= neck.top)
    .sort((a, b) => b.share - a.share || a.fret - b.fret)
    .slice(0, MOST_ALTERNATIVES)
  return {
    place: { string: own + 1, fret: fretOn(own) },
    confidence: Math.min(1, byString[own] ?? 0),
    alternatives,
  }
}
