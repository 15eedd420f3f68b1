import { getOrMake } from '../../core/platform/store.js'

export interface Position {
  /** String number; 1 is the highest string on a guitar. */
  readonly string: number
  readonly fret: number
}

export interface NeckReach {
  /** Fret of the capo, or 0. Fret numbers count from the capo; pitches are sounding pitches. */
  readonly capo?: number
  readonly fretMin?: number
  readonly fretMax?: number
}

/** Number of frets on the longest supported neck. */
export const MAX_FRET = 24

export interface StrungNeck {
  readonly strings: readonly number[]
  /** Fret at which each string begins, counted from the nut: 5 for a banjo's short string. */
  readonly begins?: readonly number[] | undefined
}

export interface PlayableNeck extends StrungNeck {
  readonly capo: number
  readonly lastFret: number
}

export function hasSameStrings({ strings }: StrungNeck, other: StrungNeck): boolean {
  return `${strings}` === `${other.strings}`
}

/**
 * Returns the MIDI note at a position: open string + capo + fret. Returns `undefined` if the string or fret
 * does not exist, or the note is above 127. At fret 0, a short string plays its open note; a capo below its
 * first fret does not affect it.
 * @example
 * const standard = { strings: [64, 59, 55, 50, 45, 40] }
 * pitchAt(standard, 0, 1, 3) // 67: third fret of the high E string is G4
 * @example pitchAt(standard, 2, 6, 0) // 42: the low E string at a capo on fret 2
 * @example pitchAt(banjo, 0, 5, 7) // 69: the short G4 begins at fret 5, so fret 7 is A4
 */
export function pitchAt(
  { strings, begins }: StrungNeck,
  capo: number,
  string: number,
  fret: number,
): number | undefined {
  const open = strings[string - 1]
  if (open === undefined || !isFret(fret) || !isFret(capo)) return undefined
  const begin = begins?.[string - 1] ?? 0
  if (fret > 0 && capo + fret <= begin) return undefined
  const pitch = open + Math.max(0, capo + fret - begin)
  return pitch <= 127 ? pitch : undefined
}

/**
 * Returns all positions of a pitch, at most one per string, string 1 first.
 * @example
 * const standard = { strings: [64, 59, 55, 50, 45, 40] }
 * positionsOf(64, standard, { fretMax: 5 }) // string 1 fret 0, string 2 fret 5
 */
export function positionsOf(
  pitch: number,
  neck: StrungNeck,
  { capo = 0, fretMin = 0, fretMax = MAX_FRET - capo }: NeckReach = {},
): Position[] {
  const positions: Position[] = []
  for (let string = 1; string <= neck.strings.length; string += 1) {
    const fret = fretOf(pitch, neck, capo, string)
    if (fret >= fretMin && fret <= fretMax && isFret(fret)) positions.push({ string, fret })
  }
  return positions
}

/**
 * Returns the fret counted from the capo. Returns a negative number or NaN if the pitch is not on the string.
 */
export function fretOf(pitch: number, { strings, begins }: StrungNeck, capo: number, string: number): number {
  const begin = begins?.[string - 1] ?? 0
  const above = pitch - (strings[string - 1] ?? Number.NaN)
  if (begin <= capo) return above + begin - capo
  if (above === 0) return 0
  return above > 0 ? above + begin - capo : -1
}

export function isSamePosition(a: Position, b: Position | undefined): boolean {
  return a.string === b?.string && a.fret === b.fret
}

function isFret(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}

/** Score per placed note. Larger than any sum of frets, so that more notes always score better. */
const PLACED = 0x10000

/**
 * Finds positions for a chord, one note per string. Places as many notes as possible, then minimizes the sum
 * of frets, then prefers low string numbers.
 * @param taken bit mask of strings that are already ringing (bit 0 is string 1)
 * @example lowestFretPositions([40, 47, 52], standard) // E2 B2 E3: strings 6, 5, 4 at frets 0, 2, 2
 */
export function lowestFretPositions(
  pitches: readonly number[],
  tuning: StrungNeck,
  reach: NeckReach = {},
  taken = 0,
): (Position | undefined)[] {
  const candidates = candidatePositions(pitches, tuning, reach, taken)
  const grips = 2 ** tuning.strings.length
  const known = new Map<number, number>()

  const worth = (at: number, used: number): number => {
    const candidate = candidates[at]
    if (!candidate) return 0
    const key = at * grips + used
    const before = known.get(key)
    if (before !== undefined) return before
    let best = worth(at + 1, used)
    for (const position of candidate.options) best = Math.max(best, worthWith(position, at, used))
    known.set(key, best)
    return best
  }

  const worthWith = (position: Position, at: number, used: number): number => {
    const bit = bitOf(position)
    return used & bit ? -1 : PLACED - position.fret + worth(at + 1, used | bit)
  }

  const positions: (Position | undefined)[] = pitches.map(() => undefined)
  let used = 0
  for (const [at, { index, options }] of candidates.entries()) {
    const best = worth(at, used)
    const position = options.find(option => worthWith(option, at, used) === best)
    positions[index] = position
    if (position) used |= bitOf(position)
  }
  return positions
}

/** A string never needs more candidates than there are strings: each other string takes at most one pitch. */
function candidatePositions(pitches: readonly number[], tuning: StrungNeck, reach: NeckReach, taken: number) {
  const strings = tuning.strings.length
  const byPitch = new Map<number, readonly Position[]>()
  const byString: { readonly index: number; readonly position: Position }[][] = tuning.strings.map(() => [])
  for (const [index, pitch] of pitches.entries()) {
    const positions = byPitch.get(pitch) ?? positionsOf(pitch, tuning, reach)
    byPitch.set(pitch, positions)
    for (const position of positions)
      if (!(taken & bitOf(position))) byString[position.string - 1]?.push({ index, position })
  }
  const found = new Map<number, { readonly index: number; readonly options: Position[] }>()
  for (const choices of byString) {
    const lowest = choices.sort((a, b) => a.position.fret - b.position.fret).slice(0, strings)
    for (const { index, position } of lowest) {
      getOrMake(found, index, () => ({ index, options: [] })).options.push(position)
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

export function bitOf(position: Position | undefined): number {
  return position ? 1 << (position.string - 1) : 0
}

export interface ReachableNeck {
  readonly tuning: StrungNeck
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}

export interface TimedNote {
  readonly onset: number
  readonly duration: number
  readonly pitch: number
}

const LOOK_BACK = 64

const NO_PINS: ReadonlyMap<number, Position> = new Map()

/**
 * Gives each chord note its own string: within the visible frets, then anywhere, then on a string that is
 * still ringing. Notes avoid pinned strings and follow the nearest pin of the same pitch.
 *
 * @param notes sorted by onset
 * @param pinned positions by note index
 */
export function lowestFrets(
  notes: readonly TimedNote[],
  neck: ReachableNeck,
  pinned: ReadonlyMap<number, Position> = NO_PINS,
) {
  const found = new Map<number, Position | undefined>(pinned)
  const shared = new Map<number, Position>()
  const nearestPin = nearestPins(notes, pinned)
  const onsetOf = (index: number) => notes[index]?.onset

  const heldAt = (first: number) => {
    let bits = 0
    for (let index = first - 1; index >= Math.max(0, first - LOOK_BACK); index -= 1) {
      const note = notes[index]
      if (note && note.onset + note.duration > (onsetOf(first) ?? 0)) bits |= bitOf(found.get(index))
    }
    return bits
  }

  const findChord = (index: number) => {
    let first = index
    while (first > 0 && onsetOf(first - 1) === onsetOf(index)) first -= 1
    let end = index + 1
    while (end < notes.length && onsetOf(end) === onsetOf(index)) end += 1
    const pitches = notes.slice(first, end).map(({ pitch }) => pitch)
    const given = pitches.map((_, offset) => pinned.get(first + offset))
    for (const [offset, position] of given.entries()) {
      const wished = position ? undefined : nearestPin(first + offset)
      if (wished && !given.some(other => other?.string === wished.string)) given[offset] = wished
    }
    const positions = chordPositions(pitches, neck, heldAt(first), given)
    for (const [offset, pitch] of pitches.entries()) {
      found.set(
        first + offset,
        positions[offset] ?? positions[pitches.findIndex((each, at) => each === pitch && positions[at])],
      )
    }
    const left = pitches.flatMap((pitch, offset) =>
      found.get(first + offset) ? [] : [{ pitch, index: first + offset }],
    )
    const crowded = left.map(({ pitch }) => pitch)
    for (const [at, position] of lowestFretPositions(crowded, neck.tuning, { capo: neck.capo }).entries()) {
      const note = left[at]
      if (position && note) shared.set(note.index, position)
    }
  }

  const positionOf = (index: number) => {
    if (!found.has(index) && notes[index]) findChord(index)
    return found.get(index)
  }
  return {
    /** Returns `undefined` if the note isn't on the neck or no string is free. */
    positionOf,
    /** Shares a string if necessary, so that every note on the neck lights up. */
    litPositionOf: (index: number): Position | undefined => positionOf(index) ?? shared.get(index),
  }
}

export type LowestFrets = ReturnType<typeof lowestFrets>

function chordPositions(
  pitches: readonly number[],
  { tuning, capo, fretMin, fretMax }: ReachableNeck,
  held: number,
  wished: readonly (Position | undefined)[],
): (Position | undefined)[] {
  const attempts = [
    { reach: { capo, fretMin, fretMax }, sounding: held },
    { reach: { capo }, sounding: held },
    { reach: { capo }, sounding: 0 },
  ]
  const given = [...wished]
  for (const { reach, sounding } of attempts) {
    const open = [...given.keys()].filter(index => !given[index])
    if (open.length === 0) break
    const used = given.reduce((bits, position) => bits | bitOf(position), sounding)
    const positions = lowestFretPositions(
      open.map(index => pitches[index] ?? 0),
      tuning,
      reach,
      used,
    )
    for (const [at, index] of open.entries()) given[index] = positions[at]
  }
  return given
}

/** Finds the nearest pin of the same pitch. If two are equally near, the earlier one wins. */
function nearestPins(
  notes: readonly TimedNote[],
  pinned: ReadonlyMap<number, Position>,
): (index: number) => Position | undefined {
  const pinsOf = new Map<number, number[]>()
  for (const index of [...pinned.keys()].sort((a, b) => a - b)) {
    const pitch = notes[index]?.pitch
    if (pitch !== undefined) getOrMake(pinsOf, pitch, () => []).push(index)
  }
  return index => {
    const pins = pinsOf.get(notes[index]?.pitch ?? Number.NaN) ?? []
    const nearest = pins.reduce<number | undefined>(
      (best, pin) => (best === undefined || Math.abs(pin - index) < Math.abs(best - index) ? pin : best),
      undefined,
    )
    return nearest === undefined ? undefined : pinned.get(nearest)
  }
}
