/** Quantizes performances for display. Playback and fingering use the recorded timing. */
import { CHORD_SPREAD } from '../../../music/song/song-time.js'
import type { TabTime } from './tab-time.js'

interface TimedNote {
  /** Onset in quarter notes. */
  readonly onset: number
}

/**
 * Divisions of a quarter note in written scores: thirty-second triplets,
 * sixty-fourths, quintuplets, septuplets.
 */
const WRITTEN_PARTS = [12, 16, 10, 14]
/** Tolerance in quarter notes, half a tick of a coarse clock. */
const ON_GRID = 0.003
/** Minimum share of notes on the grid. Exported scores reach nearly 1, performances about half by chance. */
const WRITTEN_SHARE = 0.7
const FEWEST = 8

/** Divisions of a quarter note, most common first. */
const GRIDS = [4, 3, 8, 6]
/** Penalty in quarter notes for divisions that are unusual in the song. */
const UNUSUAL = 0.03
const FINER = 0.08
/** Penalty for merging consecutive notes into a chord. */
const COLLISION = 0.2
/** Maximum onset spread of rolled chords and between both hands, in quarter notes. */
const ROLLED = 0.07

const known = new WeakMap<readonly TimedNote[], { readonly time: TabTime; readonly written: unknown }>()

/** Returns the same array if the notes are already on the grid. @param notes sorted by onset */
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

export function isPerformed(notes: readonly TimedNote[], ppq: number): boolean {
  const near = Math.max(ON_GRID, 0.51 / ppq)
  let moments = 0
  let onGrid = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { onset } of notes) {
    if (onset - last < CHORD_SPREAD) continue
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

/**
 * @param onsets positions within a beat, 0–1, ascending
 * @param unusual division to choose only if it fits better
 */
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
