export interface Value {
  /** 4 is a quarter. */
  readonly duration: number
  readonly dots: number
  readonly isTriplet: boolean
  /** Quarter notes. */
  readonly length: number
}

const PLAIN: readonly Value[] = [1, 2, 4, 8, 16, 32].flatMap(duration => {
  const length = 4 / duration
  const plain = { duration, dots: 0, isTriplet: false, length }
  return duration < 32 ? [{ ...plain, dots: 1, length: length * 1.5 }, plain] : [plain]
})
const TRIPLETS: readonly Value[] = [4, 8, 16].map(duration => ({
  ...{ duration, dots: 0, isTriplet: true },
  length: (4 / duration) * (2 / 3),
}))

const SLACK = 1e-6

export interface BarBeats {
  /** Quarter notes: 1.5 in 6/8. */
  readonly beat: number
  /** Of a quarter in the bar: 3 and 6 are triplets. */
  readonly divisionOf: (quarter: number) => number
}

/** Writes a span as plain, dotted and triplet values. Both ends in quarter notes from the beginning of the bar. */
export function valuesOf(from: number, to: number, beats: BarBeats): Value[] {
  const values: Value[] = []
  let at = from
  while (to - at > SLACK) {
    const value = nextValue(at, to, beats)
    if (!value) break
    values.push(value)
    at += value.length
  }
  return values
}

function nextValue(at: number, to: number, { beat, divisionOf }: BarBeats): Value | undefined {
  const start = Math.floor(at / beat + SLACK) * beat
  // Whole beats first; within one, nothing crosses to the next.
  if (at - start < SLACK && to - at >= beat - SLACK) {
    const whole = Math.floor((to - at) / beat + SLACK) * beat
    return PLAIN.find(({ length }) => length <= whole + SLACK && Number.isInteger(length / beat))
  }
  const left = Math.min(to, start + beat) - at
  const isTriplet = divisionOf(Math.floor(at + SLACK)) % 3 === 0
  const fitting = (isTriplet ? TRIPLETS : PLAIN).find(({ length }) => length <= left + SLACK)
  return fitting ?? PLAIN.find(({ length }) => length <= left + SLACK)
}
