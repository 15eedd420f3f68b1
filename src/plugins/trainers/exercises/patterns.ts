/** What is played in time: fingers across the strings, a scale up and down, a chord broken and whole. */
import { type Position, pitchAt, type StrungNeck } from '../../../core/music/guitar/position.js'
import type { FingerPattern } from '../kinds.js'

/** Positions that are played together, and how long until the next, in quarter notes. */
export interface Step {
  readonly positions: readonly Position[]
  readonly quarters: number
}

const EIGHTH = 0.5

const eighths = (positions: readonly Position[]): readonly Step[] =>
  positions.map(position => ({ positions: [position], quarters: EIGHTH }))

/** Frets above the hand's first one, on one string. */
const ONE_STRING: Readonly<Partial<Record<FingerPattern, readonly number[]>>> = {
  'fingers-1234': [0, 1, 2, 3],
  'fingers-1324': [0, 2, 1, 3],
  'fingers-1423': [0, 3, 1, 2],
  'fingers-4321': [3, 2, 1, 0],
}
/** Strings above the lower one, and frets, across two strings. */
const TWO_STRINGS: Readonly<
  Partial<Record<FingerPattern, { apart: number; steps: readonly (readonly [number, number])[] }>>
> = {
  spider: {
    apart: 1,
    steps: [
      [0, 0],
      [1, 1],
      [0, 2],
      [1, 3],
    ],
  },
  skipping: {
    apart: 2,
    steps: [
      [0, 0],
      [1, 1],
      [0, 2],
      [1, 3],
    ],
  },
}

/**
 * Each string from the lowest to the highest, and back.
 *
 * @param strings how many the neck has @param fret of the index finger
 */
export function fingerExercise(pattern: FingerPattern, strings: number, fret: number): readonly Step[] {
  const single = ONE_STRING[pattern]
  const double = TWO_STRINGS[pattern]
  const lowest = Array.from({ length: strings - (double?.apart ?? 0) }, (_, index) => strings - index)
  const of = (string: number): readonly Position[] =>
    single
      ? single.map(up => ({ string, fret: fret + up }))
      : (double?.steps ?? []).map(([on, up]) => ({
          string: string - on * (double?.apart ?? 0),
          fret: fret + up,
        }))
  return eighths([...lowest, ...lowest.toReversed()].flatMap(of))
}

/** From the lowest note to the highest and back; of two positions of one note, the first. */
export function scaleExercise(
  positions: readonly Position[],
  neck: StrungNeck,
  capo: number,
): readonly Step[] {
  const pitchOf = ({ string, fret }: Position) => pitchAt(neck, capo, string, fret) ?? 0
  const byPitch = new Map<number, Position>()
  for (const position of positions) {
    const pitch = pitchOf(position)
    if (!byPitch.has(pitch)) byPitch.set(pitch, position)
  }
  const up = [...byPitch].sort(([a], [b]) => a - b).map(([, position]) => position)
  return eighths([...up, ...up.toReversed().slice(1)])
}

/** A bar broken up and down, then a bar whole. */
export function chordExercise(
  positions: readonly Position[],
  neck: StrungNeck,
  capo: number,
): readonly Step[] {
  const broken = scaleExercise(positions, neck, capo)
  const filled = broken.reduce((sum, { quarters }) => sum + quarters, 0)
  const rest = BAR - (filled % BAR || BAR)
  const last = broken.at(-1)
  const toBar = last ? [...broken.slice(0, -1), { ...last, quarters: last.quarters + rest }] : []
  const whole = { positions, quarters: BAR / 2 }
  return [...toBar, whole, whole]
}

/** Quarter notes. */
export const BAR = 4
