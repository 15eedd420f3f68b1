import type { BarMarks, Jump } from '../../../music/song/unfold.js'
import { model } from '../engine.js'

const { Direction } = model
type Direction = model.Direction

const CODA = 'coda'
const DOUBLE_CODA = 'double coda'
const SEGNO = 'segno'
const SEGNO_SEGNO = 'segno segno'

const AL_CODA = { coda: CODA }
const AL_DOUBLE_CODA = { coda: DOUBLE_CODA }

/** Jumps in order of priority, because a bar may have several. */
const JUMPS: readonly (readonly [Direction, Jump])[] = [
  [Direction.JumpDaCapo, { until: 'end' }],
  [Direction.JumpDaCapoAlCoda, { until: AL_CODA }],
  [Direction.JumpDaCapoAlDoubleCoda, { until: AL_DOUBLE_CODA }],
  [Direction.JumpDaCapoAlFine, { until: 'fine' }],
  [Direction.JumpDalSegno, { segno: SEGNO, until: 'end' }],
  [Direction.JumpDalSegnoAlCoda, { segno: SEGNO, until: AL_CODA }],
  [Direction.JumpDalSegnoAlDoubleCoda, { segno: SEGNO, until: AL_DOUBLE_CODA }],
  [Direction.JumpDalSegnoAlFine, { segno: SEGNO, until: 'fine' }],
  [Direction.JumpDalSegnoSegno, { segno: SEGNO_SEGNO, until: 'end' }],
  [Direction.JumpDalSegnoSegnoAlCoda, { segno: SEGNO_SEGNO, until: AL_CODA }],
  [Direction.JumpDalSegnoSegnoAlDoubleCoda, { segno: SEGNO_SEGNO, until: AL_DOUBLE_CODA }],
  [Direction.JumpDalSegnoSegnoAlFine, { segno: SEGNO_SEGNO, until: 'fine' }],
]

/**
 * Reads repeats and jumps. In Guitar Pro, an ending lasts
 * until its repeat sign or until the next ending or repeat.
 */
export function marksOf(score: model.Score): BarMarks[] {
  let current: readonly number[] = []
  return score.masterBars.map(({ isRepeatStart, repeatCount, alternateEndings, directions }) => {
    const has = (direction: Direction) => directions?.has(direction) === true
    const sign = (directions: readonly (readonly [Direction, string])[]) =>
      directions.find(([direction]) => has(direction))?.[1]
    if (alternateEndings !== 0) current = numbersOf(alternateEndings)
    else if (isRepeatStart) current = []
    const endings = current
    if (repeatCount > 1) current = []
    return {
      repeatStart: isRepeatStart,
      repeatEnd: repeatCount > 1 ? repeatCount : undefined,
      endings,
      segno: sign([
        [Direction.TargetSegno, SEGNO],
        [Direction.TargetSegnoSegno, SEGNO_SEGNO],
      ]),
      coda: sign([
        [Direction.TargetCoda, CODA],
        [Direction.TargetDoubleCoda, DOUBLE_CODA],
      ]),
      toCoda: sign([
        [Direction.JumpDaCoda, CODA],
        [Direction.JumpDaDoubleCoda, DOUBLE_CODA],
      ]),
      fine: has(Direction.TargetFine),
      jump: JUMPS.find(([direction]) => has(direction))?.[1],
    }
  })
}

/** Reads pass numbers from a bit mask; the lowest bit is the first pass. */
function numbersOf(alternateEndings: number): number[] {
  return Array.from({ length: 8 }, (_, bit) => bit + 1).filter(pass => alternateEndings & (1 << (pass - 1)))
}
