import { FretworkError } from '../../core/platform/fretwork-error.js'
import { fretOf, lowestFretPositions, MAX_FRET, type Position, type StrungNeck } from '../guitar/position.js'
import { MOST_FRETS, type PositionNeck } from './fingering.js'

export interface Neck extends StrungNeck {
  readonly capo: number
  /** Highest fret, counted from the capo. */
  readonly top: number
}

/** Plausible grips, lowest first. Note `i` of grip `g` is at `string[g * size + i]`, `fret[g * size + i]`. */
export interface GripSet {
  /** From high to low, without pitches that have no position. */
  readonly pitches: readonly number[]
  readonly size: number
  readonly count: number
  /** String of each note, from 0. */
  readonly string: Uint8Array
  /** Fret of each note, counted from the capo; 0 is open. */
  readonly fret: Uint8Array
  /** Lowest fretted position of each grip; 0 if all strings are open. */
  readonly low: Uint8Array
  readonly high: Uint8Array
  readonly sum: Uint16Array
  readonly taken: Uint16Array
  /** Lowest and highest fret for the index finger; 0 and 99 if all strings are open. */
  readonly need: number
  readonly room: number
  /** Whether a hand can hold the grips. All grips in a set are legal, or none. */
  readonly legal: boolean
}

/** Returns the fret counted from the capo; `undefined` if the string (from 0) doesn't have the pitch. */
export function fretOn(neck: Neck, string: number, pitch: number): number | undefined {
  const fret = fretOf(pitch, neck, neck.capo, string + 1)
  return fret >= 0 && fret <= neck.top ? fret : undefined
}

interface PitchPosition {
  readonly string: number
  readonly fret: number
}

const POSITIONS_OF = new WeakMap<Neck, readonly (readonly PitchPosition[])[]>()

/** Cached per neck. */
export function positionsOn(neck: Neck, pitch: number): readonly PitchPosition[] {
  let positions = POSITIONS_OF.get(neck)
  if (!positions) {
    positions = Array.from({ length: 128 }, (_, each) =>
      neck.strings.flatMap((_, string) => {
        const fret = fretOn(neck, string, each)
        return fret === undefined ? [] : [{ string, fret }]
      }),
    )
    POSITIONS_OF.set(neck, positions)
  }
  return positions[pitch] ?? []
}

export const MOST_STRINGS = 10
const MOST_GRIPS = 40 // includes the human's grip at nearly all of 10,000 onsets
const MOST_STEPS = 20_000 // six notes on six strings take a few hundred steps
const LOW_FRETS = 7 // the hand spans fewer frets up to here

/** Returns whether a hand can span the frets: 5 frets if the lower one is fret 1–7, otherwise 6. */
export function isReach(low: number, high: number): boolean {
  return high - low <= (low <= LOW_FRETS ? 5 : 6)
}

/** Excludes the widest legal grips. Guitarists use them at only one onset in a thousand. */
function isEasyReach(low: number, high: number): boolean {
  return high - low <= (low <= LOW_FRETS ? 4 : 5)
}

/**
 * Returns the grips for a chord. If no grip can hold all notes, returns the narrowest grips and `legal` is
 * false. If there aren't enough strings, the lowest-fret rule chooses `pitches`.
 *
 * @param pitches pitches from high to low, at most one per string
 * @param on string of each pitch, from 0; -1 for any. Returns an empty set if no grip uses these strings
 */
export function gripsOf(pitches: readonly number[], neck: Neck, on: readonly number[] = []): GripSet {
  let found = search(pitches, neck, isEasyReach, on)
  if (found.length > 0) return toSet(pitches, found, true)
  found = search(pitches, neck, isReach, on)
  if (found.length > 0) return toSet(pitches, found, true)
  found = search(pitches, neck, () => true, on)
  if (found.length === 0) {
    const fixed = on.filter(string => string >= 0)
    if (new Set(fixed).size < fixed.length) return toSet([], [new Uint8Array()], false)
    const positions = byTheRule(pitches, neck, on)
    const held = pitches.filter((_, index) => positions[index] !== undefined)
    if (held.length === pitches.length) {
      // In unusual tunings, ten notes may exceed the search limit.
      const grip = Uint8Array.from(
        positions.flatMap(position => (position ? [position.string - 1, position.fret] : [])),
      )
      const { low, high } = rangeOf(grip)
      return toSet(pitches, [grip], isReach(low, high))
    }
    return on.length > 0 ? toSet([], [new Uint8Array()], false) : gripsOf(held, neck)
  }
  const least = Math.min(...found.map(frets => spanOf(frets)))
  return toSet(
    pitches,
    found.filter(frets => spanOf(frets) <= least + 1),
    false,
  )
}

function byTheRule(pitches: readonly number[], neck: Neck, on: readonly number[]) {
  const given = pitches.map((pitch, index): Position | undefined => {
    const string = on[index] ?? -1
    const fret = string < 0 ? undefined : fretOn(neck, string, pitch)
    return fret === undefined ? undefined : { string: string + 1, fret }
  })
  const taken = given.reduce((bits, position) => bits | (position ? 1 << (position.string - 1) : 0), 0)
  const free = pitches.filter((_, index) => (on[index] ?? -1) < 0)
  const found = lowestFretPositions(free, neck, { capo: neck.capo, fretMax: neck.top }, taken).values()
  return given.map((position, index) => ((on[index] ?? -1) < 0 ? found.next().value : position))
}

/** Returns grips as flat lists: string, fret, string, fret … */
function search(
  pitches: readonly number[],
  neck: Neck,
  reaches: (low: number, high: number) => boolean,
  on: readonly number[],
): Uint8Array[] {
  const found: Uint8Array[] = []
  const grip = new Uint8Array(pitches.length * 2)
  const last = Math.min(neck.strings.length, MOST_STRINGS)
  let steps = 0
  const position = (note: number, used: number, low: number, high: number): void => {
    if (note === pitches.length) {
      found.push(grip.slice())
      return
    }
    const fixed = on[note] ?? -1
    for (let string = 0; string < last; string += 1) {
      if (fixed >= 0 && string !== fixed) continue
      if (used & (1 << string)) continue
      const fret = fretOn(neck, string, pitches[note] ?? 0)
      if (fret === undefined) continue
      const lower = fret > 0 && (low === 0 || fret < low) ? fret : low
      const higher = Math.max(high, fret)
      if (lower > 0 && !reaches(lower, higher)) continue
      steps += 1
      if (steps > MOST_STEPS) return
      grip[note * 2] = string
      grip[note * 2 + 1] = fret
      position(note + 1, used | (1 << string), lower, higher)
    }
  }
  position(0, 0, 0, 0)
  return found
}

function spanOf(grip: Uint8Array): number {
  const { low, high } = rangeOf(grip)
  return high - low
}

function rangeOf(grip: Uint8Array): { readonly low: number; readonly high: number } {
  let low = 0
  let high = 0
  for (let at = 1; at < grip.length; at += 2) {
    const fret = grip[at] ?? 0
    if (fret > 0 && (low === 0 || fret < low)) low = fret
    if (fret > high) high = fret
  }
  return { low, high }
}

function sumOf(grip: Uint8Array): number {
  let sum = 0
  for (let at = 1; at < grip.length; at += 2) sum += grip[at] ?? 0
  return sum
}

function toSet(pitches: readonly number[], found: readonly Uint8Array[], legal: boolean): GripSet {
  const sorted = [...found].sort((a, b) => sumOf(a) - sumOf(b)).slice(0, MOST_GRIPS)
  const size = pitches.length
  const count = sorted.length
  const set = {
    pitches,
    size,
    count,
    string: new Uint8Array(count * size),
    fret: new Uint8Array(count * size),
    low: new Uint8Array(count),
    high: new Uint8Array(count),
    sum: new Uint16Array(count),
    taken: new Uint16Array(count),
    need: 99,
    room: 0,
    legal,
  }
  for (const [g, grip] of sorted.entries()) {
    for (let i = 0; i < size; i += 1) {
      const fret = grip[i * 2 + 1] ?? 0
      set.string[g * size + i] = grip[i * 2] ?? 0
      set.taken[g] = (set.taken[g] ?? 0) | (1 << (grip[i * 2] ?? 0))
      set.fret[g * size + i] = fret
    }
    const { low, high } = rangeOf(grip)
    set.low[g] = low
    set.high[g] = high
    set.sum[g] = sumOf(grip)
    set.need = Math.min(set.need, low === 0 ? 0 : Math.min(low, Math.max(1, high - 3)))
    set.room = Math.max(set.room, low === 0 ? 99 : low)
  }
  return set
}

const FEWEST_STRINGS = 3
const BASS_TOP = 50 // highest string of a bass: C3 on a six-string bass, B3 on a baritone guitar

export function checkedNeck({ tuning, capo = 0, frets = MAX_FRET }: PositionNeck): Neck {
  const { strings, begins } = tuning
  const isWhole = (value: number, from: number, to: number) =>
    Number.isInteger(value) && value >= from && value <= to
  const odd = strings.find(pitch => !isWhole(pitch, 0, 127))
  const begin = begins?.find(fret => !isWhole(fret, 0, MOST_FRETS))
  const reasons = [
    !isWhole(strings.length, FEWEST_STRINGS, MOST_STRINGS) &&
      `A neck needs ${FEWEST_STRINGS} to ${MOST_STRINGS} strings, not ${strings.length}.`,
    odd !== undefined && `"${odd}" isn't a valid string pitch; use MIDI notes from 0 to 127.`,
    !isWhole(frets, 1, MOST_FRETS) && `A neck has 1 to ${MOST_FRETS} frets, not ${frets}.`,
    !isWhole(capo, 0, frets - 1) && `The capo must be on a fret from 0 to ${frets - 1}, not ${capo}.`,
    begin !== undefined && `A string cannot start at fret ${begin}; use a fret from 0 to ${MOST_FRETS}.`,
  ]
  const reason = reasons.find(each => each !== false)
  if (reason) throw new FretworkError('positions_neck', reason)
  return { strings, begins, capo, top: frets - capo }
}

export function isBass({ strings }: Neck): boolean {
  return Math.max(...strings) <= BASS_TOP
}
