import type { Song } from './song.js'

type TimeSignature = Song['header']['timeSignatures'][number]

const USUAL: TimeSignature['timeSignature'] = [4, 4]
const SMALLEST_UNIT = 128

export function ticksPerBeat(ppq: number, unit: number): number {
  return (ppq * 4) / Math.min(unit, SMALLEST_UNIT)
}

export function metersOf({ timeSignatures }: Song['header']): readonly TimeSignature[] {
  const changes = timeSignatures.toSorted((a, b) => a.ticks - b.ticks)
  if (changes[0]?.ticks !== 0) changes.unshift({ ticks: 0, timeSignature: [...USUAL] })
  return changes.filter(({ ticks }, index) => changes[index + 1]?.ticks !== ticks)
}

/**
 * Detects a pickup bar, which notation programs write as a shorter time signature before the real one.
 * @example pickupOf(greensleeves) // { ticks: 240, meter: { ticks: 240, timeSignature: [6, 8] } }
 */
export function pickupOf(header: Song['header']) {
  const meter = metersOf(header)[1]
  if (!meter) return undefined
  const [beats, unit] = meter.timeSignature
  const { ticks } = meter
  return ticks < beats * ticksPerBeat(header.ppq, unit) ? { ticks, meter } : undefined
}
