import { phrases } from '../../core/platform/phrases.js'
import { fretOf, type PlayableNeck, type Position, pitchAt } from '../guitar/position.js'
import { rootOf, type SpelledScale, scalePitchFrom, stepsOf } from './scale.js'

export interface ScalePosition {
  /** CAGED form, degree of the first note, or box number. */
  readonly name: string
  readonly positions: readonly Position[]
}

export const SCALE_POSITION_PROBLEMS = phrases({
  noScale: 'Choose a scale to see its positions.',
  noRoom: 'No position of this scale fits on the neck.',
})

export type ScalePositionKind = keyof typeof KINDS

export interface ShownScalePosition extends ScalePosition {
  readonly kind: ScalePositionKind
  readonly index: number
  readonly total: number
  /** Positions, lowest fret first. */
  readonly places: readonly ScalePlace[]
}

export interface ScalePlace {
  readonly index: number
  readonly name: string
  readonly from: number
  readonly to: number
}

type ScalePositions = readonly ScalePosition[]

const KINDS = { caged, 'three-per-string': threePerString, boxes } as const

/**
 * @param number any integer, wraps around
 * @returns an error message in English if the scale has no positions
 */
export function scalePositionAt(
  wanted: ScalePositionKind | 'none',
  number: number,
  scale: SpelledScale,
  neck: PlayableNeck,
): ShownScalePosition | string | undefined {
  if (wanted === 'none') return undefined
  if (stepsOf(scale).length === 0) return SCALE_POSITION_PROBLEMS.noScale
  const found = KINDS[wanted](scale, neck)
  // Fall back to boxes, which exist in every tuning.
  const [kind, all] = found.length > 0 ? [wanted, found] : (['boxes', boxes(scale, neck)] as const)
  const total = all.length
  const index = ((number % total) + total) % total
  const position = all[index]
  if (!position) return SCALE_POSITION_PROBLEMS.noRoom
  const places = all.map(({ name, positions }, at) => ({ index: at, name, ...fretsOf(positions) }))
  return { ...position, kind, index, total, places: places.toSorted((a, b) => a.from - b.from) }
}

function fretsOf(positions: readonly Position[]) {
  const frets = positions.map(({ fret }) => fret)
  return { from: Math.min(...frets), to: Math.max(...frets) }
}

const OCTAVE = 12
/** Interval of a fourth, semitones. */
const FOURTH = 5
/** If the average number of notes per string has a fraction in this range, some strings get an extra note. */
const UNEVEN = { from: 0.3, to: 0.7 } as const

/** Sorted by number, lowest octave first. Box 1 starts on the tonic, box 2 on the next note. */
export function boxes(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const steps = stepsOf(scale)
  const rising = risingStrings(neck.strings)
  const gaps = rising.slice(1).map((string, at) => openOf(neck, string) - openOf(neck, rising[at] ?? string))
  const gap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? FOURTH
  const perString = Math.max(1, (gap * steps.length) / OCTAVE)
  const rest = perString % 1
  const isUneven = rest > UNEVEN.from && rest < UNEVEN.to
  const counts = isUneven ? [Math.floor(perString), Math.ceil(perString)] : [Math.round(perString)]
  const lowest = openOf(neck, rising[0] ?? 1)
  const found = startsOf(steps).map((step, at) => {
    const first = lowest + ((((rootOf(scale) + step - lowest) % OCTAVE) + OCTAVE) % OCTAVE)
    return [first, first + OCTAVE]
      .map(start => boxFrom(start, scale, neck, { rising, counts, perString, gap }))
      .flatMap(positions => (positions ? [{ name: String(at + 1), positions }] : []))
  })
  return [0, 1].flatMap(place => found.flatMap(places => places[place] ?? []))
}

/** Ignores passing notes such as the blue note, so that blues scales have pentatonic boxes. */
function startsOf(steps: readonly number[]): readonly number[] {
  const isIn = (step: number) => steps.includes((step + OCTAVE) % OCTAVE)
  const starts = steps.filter(step => step === 0 || !isIn(step - 1) || !isIn(step + 1))
  return starts.length > 1 ? starts : steps
}

/** Returns the longest ascending series of strings. The remaining strings are re-entrant. */
function risingStrings(strings: readonly number[]): readonly number[] {
  const chains: number[][] = []
  for (const [index, open] of strings.entries()) {
    const above = chains.filter((_, at) => (strings[at] ?? 0) > open)
    const longest = above.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
    chains.push([index + 1, ...longest])
  }
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
}

function openOf({ strings, capo }: PlayableNeck, string: number): number {
  return (strings[string - 1] ?? 0) + capo
}

interface Boxing {
  /** Lowest string first. */
  readonly rising: readonly number[]
  readonly counts: readonly number[]
  readonly perString: number
  /** Usual interval between adjacent strings, in semitones. */
  readonly gap: number
}

/** Chooses the smallest stretch, with an equal number of notes per string where possible. */
function boxFrom(start: number, scale: SpelledScale, neck: PlayableNeck, boxing: Boxing) {
  const { rising, counts, perString, gap } = boxing
  let best: { readonly cost: number; readonly positions: readonly Position[] } | undefined
  const lay = (at: number, pitch: number, positions: readonly Position[], uneven: number) => {
    const string = rising[at]
    if (string === undefined) {
      const { from, to } = fretsOf(positions)
      const cost = to - from + uneven / OCTAVE
      if (!best || cost < best.cost) best = { cost, positions }
      return
    }
    const own: Position[] = []
    let next = pitch
    const most = Math.max(...counts)
    const above = rising[at + 1]
    const isWide = above !== undefined && openOf(neck, above) - openOf(neck, string) > gap
    for (let count = 1, isBelow = true; count <= most || isBelow; count += 1) {
      const fret = fretOf(next, neck, neck.capo, string)
      if (!(fret >= 0 && fret <= neck.lastFret)) return
      own.push({ string, fret })
      next = scalePitchFrom(next + 1, scale)
      // If open strings are a fifth apart, some notes exist only on the lower string.
      isBelow = isWide && next < openOf(neck, above)
      if (!isBelow && (counts.includes(count) || count > most))
        lay(at + 1, next, [...positions, ...own], uneven + Math.abs(count - perString))
    }
  }
  lay(0, start, [], 0)
  return best && [...best.positions, ...onOthers(best.positions, scale, neck, rising)]
}

function onOthers(
  positions: readonly Position[],
  scale: SpelledScale,
  neck: PlayableNeck,
  rising: readonly number[],
): readonly Position[] {
  const { from, to } = fretsOf(positions)
  return neck.strings.flatMap((_, index) => {
    const string = index + 1
    if (rising.includes(string)) return []
    return Array.from({ length: to - from + 1 }, (_, above) => ({ string, fret: from + above })).filter(
      ({ fret }) => scale.notes[(pitchAt(neck, neck.capo, string, fret) ?? -1) % OCTAVE]?.inScale,
    )
  })
}

const PER_STRING = 3

/** Returns an empty list for instruments with re-entrant or short strings. */
export function threePerString(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const { strings, begins } = neck
  const rises = strings.every((open, index) => index === 0 || open < (strings[index - 1] ?? 0))
  if (!rises || begins?.some(begin => begin > 0)) return []
  const lowest = (strings.at(-1) ?? 0) + neck.capo
  const found: ScalePosition[] = []
  let start = scalePitchFrom(lowest, scale)
  for (const _ of stepsOf(scale)) {
    const position = positionFrom(start, scale, neck) ?? positionFrom(start + 12, scale, neck)
    if (position) found.push(position)
    start = scalePitchFrom(start + 1, scale)
  }
  return found.toSorted((a, b) => lowestFret(a) - lowestFret(b))
}

function positionFrom(start: number, scale: SpelledScale, neck: PlayableNeck): ScalePosition | undefined {
  const positions: Position[] = []
  let pitch = start
  for (let string = neck.strings.length; string >= 1; string -= 1) {
    const open = pitchAt(neck, neck.capo, string, 0) ?? 0
    for (let count = 0; count < PER_STRING; count += 1) {
      const fret = pitch - open
      if (fret < 0 || fret > neck.lastFret) return undefined
      positions.push({ string, fret })
      pitch = scalePitchFrom(pitch + 1, scale)
    }
  }
  return { name: scale.notes[start % 12]?.degree ?? '', positions }
}

function lowestFret({ positions }: ScalePosition): number {
  return positions[0]?.fret ?? 0
}

/** Semitones between adjacent strings, string 1 first (EADGBE). */
const GAPS = [5, 4, 5, 5, 5]
const REACH = 3

/** Frets above the root on the sixth string, by CAGED form. */
const MAJOR_FORMS = { C: 4, A: 7, G: 9, E: 11, D: 2 }
const MINOR_FORMS = { C: 5, A: 7, G: 10, E: 0, D: 2 }

/** Returns an empty list unless the strings have the intervals of standard tuning. */
export function caged(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const steps = stepsOf(scale)
  if (!isLikeStandard(neck)) return []
  const sixth = (neck.strings[5] ?? 0) + neck.capo
  const root = (rootOf(scale) - (sixth % 12) + 12) % 12
  const forms = steps.includes(3) && !steps.includes(4) ? MINOR_FORMS : MAJOR_FORMS
  const found: { readonly hand: number; readonly position: ScalePosition }[] = []
  for (const [name, above] of Object.entries(forms)) {
    for (const hand of [(root + above) % 12, ((root + above) % 12) + 12]) {
      const positions = positionsUnder(hand, scale, neck)
      if (!positions) continue
      found.push({ hand, position: { name, positions } })
      break
    }
  }
  return found.sort((a, b) => a.hand - b.hand).map(({ position }) => position)
}

function isLikeStandard({ strings, begins }: PlayableNeck): boolean {
  const isAtNut = !begins?.some(begin => begin > 0)
  return isAtNut && GAPS.every((gap, index) => (strings[index] ?? 0) - (strings[index + 1] ?? 0) === gap)
}

/** Lowest string first; `undefined` if a note isn't on the neck. */
function positionsUnder(hand: number, scale: SpelledScale, neck: PlayableNeck): Position[] | undefined {
  const { strings, capo, lastFret } = neck
  const openAt = (string: number) => (strings[string - 1] ?? 0) + capo
  const positions: Position[] = []
  let string = strings.length
  let pitch = scalePitchFrom(openAt(string) + hand, scale)
  for (;;) {
    let fret = pitch - openAt(string)
    while (fret > hand + REACH && string > 1) {
      const next = pitch - openAt(string - 1)
      if (next < Math.max(0, hand - 1)) break
      string -= 1
      fret = next
    }
    if (string === 1 && fret > hand + REACH) return positions
    if (fret < 0 || fret > lastFret) return undefined
    positions.push({ string, fret })
    pitch = scalePitchFrom(pitch + 1, scale)
  }
}
