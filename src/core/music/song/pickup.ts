/** The pickup of a song: a first bar that is shorter than those after it and leads to the first full one. */
import type { Song } from './song.js'

type TimeSignature = Song['header']['timeSignatures'][number]

/** Where a file says nothing, MIDI counts four quarters to the bar. */
const USUAL: TimeSignature['timeSignature'] = [4, 4]
/** No beat is shorter: a damaged time signature can claim any. */
const SMALLEST_UNIT = 128

/** The lower number of a time signature as a length in ticks. */
export function ticksPerBeat(ppq: number, unit: number): number {
  return (ppq * 4) / Math.min(unit, SMALLEST_UNIT)
}

/** By time, from 0 on; of several at one tick the last. */
export function metersOf({ timeSignatures }: Song['header']): readonly TimeSignature[] {
  const changes = timeSignatures.toSorted((a, b) => a.ticks - b.ticks)
  if (changes[0]?.ticks !== 0) changes.unshift({ ticks: 0, timeSignature: [...USUAL] })
  return changes.filter(({ ticks }, index) => changes[index + 1]?.ticks !== ticks)
}

/**
 * Files have no word for a pickup: notation programs write its length as a time signature and the real one after it.
 *
 * @returns its length in ticks and the time signature that it leads to; `undefined` where the first bar is a full one
 * @example pickupOf(greensleeves) // { ticks: 240, meter: { ticks: 240, timeSignature: [6, 8] } }
 */
export function pickupOf(header: Song['header']) {
  const meter = metersOf(header)[1]
  if (!meter) return undefined
  const [beats, unit] = meter.timeSignature
  const { ticks } = meter
  return ticks < beats * ticksPerBeat(header.ppq, unit) ? { ticks, meter } : undefined
}
