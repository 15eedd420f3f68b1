/**
 * Notes where they are written: those of a performance, recorded without a grid, on the nearest sixteenth or triplet.
 * Only for reading; what is played and how it is fingered stay as recorded.
 */
import { TOGETHER } from '../../core/music/song/tempo-map.js'
import type { TabTime } from './tab-time.js'

interface TimedNote {
  /** In quarter notes. */
  readonly onset: number
}

/** Parts of a quarter note that written music has: thirty-seconds of triplets, sixty-fourths, quintuplets, septuplets. */
const WRITTEN_PARTS = [12, 16, 10, 14]
/** A quarter note from there counts as on it; of a coarse clock, half a tick. */
const ON_GRID = 0.003
/** Chance alone puts a quarter to a half of what is played there, and files that are written nearly all. */
const WRITTEN_SHARE = 0.7
/** Fewer tell nothing. */
const FEWEST = 8

/** How a quarter note is divided: into sixteenths or triplets, and into finer ones where notes follow quickly. */
const GRIDS = [4, 3, 8, 6]
/** How much closer, in quarter notes, those must fit that the piece has less of, and finer ones. */
const UNUSUAL = 0.03
const FINER = 0.08
/** Two notes that follow one another must not be written as a chord. */
const COLLISION = 0.2
/** Rolled chords and both hands of a player begin within this, in quarter notes. */
const ROLLED = 0.07

const known = new WeakMap<readonly TimedNote[], { readonly time: TabTime; readonly written: unknown }>()

/**
 * @param notes ordered by onset @param ppq ticks of a quarter note
 * @returns the notes themselves where they are on a grid already
 */
export function writtenNotes<T extends TimedNote>(
  notes: readonly T[],
  time: Pick<TabTime, 'starts' | 'barAt'>,
  ppq: number,
): readonly T[] {
  const before = known.get(notes)
  if (before?.time === time) return before.written as readonly T[]
  const written = isPerformed(notes, ppq) ? onGrid(notes, time) : notes
  known.set(notes, { time: time as TabTime, written })
  return written
}

/** Whether notes begin anywhere rather than on parts of a beat. */
export function isPerformed(notes: readonly TimedNote[], ppq: number): boolean {
  const near = Math.max(ON_GRID, 0.51 / ppq)
  let moments = 0
  let onGrid = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { onset } of notes) {
    if (onset - last < TOGETHER) continue
    last = onset
    moments += 1
    if (WRITTEN_PARTS.some(parts => Math.abs(onset * parts - Math.round(onset * parts)) < near * parts))
      onGrid += 1
  }
  return moments >= FEWEST && onGrid / moments < WRITTEN_SHARE
}

function onGrid<T extends TimedNote>(
  notes: readonly T[],
  { starts, barAt }: Pick<TabTime, 'starts' | 'barAt'>,
): readonly T[] {
  const beats: { readonly at: number; readonly barEnd: number; readonly onsets: readonly number[] }[] = []
  for (let from = 0; from < notes.length; ) {
    const bar = barAt(notes[from]?.onset ?? 0)
    const barStart = starts[bar] ?? 0
    const barEnd = starts[bar + 1] ?? Number.POSITIVE_INFINITY
    const at = barStart + Math.floor((notes[from]?.onset ?? 0) - barStart)
    const end = Math.min(at + 1, barEnd)
    let to = from + 1
    while (to < notes.length && (notes[to]?.onset ?? 0) < end) to += 1
    beats.push({ at, barEnd, onsets: notes.slice(from, to).map(({ onset }) => onset - at) })
    from = to
  }
  const inThrees = beats.reduce((sum, { onsets }) => sum + (bestGrid(onsets, [4, 3]) === 3 ? 1 : -1), 0) > 0
  const unusual = inThrees ? 4 : 3
  const written = beats.flatMap(({ at, barEnd, onsets }) => {
    const parts = bestGrid(onsets, GRIDS, unusual)
    return onsets.map(onset => Math.min(barEnd, at + Math.round(onset * parts) / parts))
  })
  return notes.map((note, index) => ({ ...note, onset: written[index] ?? note.onset }))
}

/** @param onsets within a beat, ascending, 0–1 @param unusual parts that must fit better @returns how many parts it has */
function bestGrid(onsets: readonly number[], grids: readonly number[], unusual = 0): number {
  const costs = grids.map(parts => {
    let cost = (unusual > 0 && parts % unusual === 0 ? UNUSUAL : 0) + (parts > 4 ? FINER : 0)
    for (const [at, onset] of onsets.entries()) {
      const slot = Math.round(onset * parts)
      cost += Math.abs(onset - slot / parts) / onsets.length
      const before = onsets[at - 1]
      const follows = before !== undefined && onset - before >= ROLLED
      if (follows && Math.round(before * parts) === slot) cost += COLLISION
    }
    return { parts, cost }
  })
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).parts
}
