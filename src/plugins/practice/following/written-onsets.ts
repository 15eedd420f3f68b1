import { firstNotBelow } from '../../../core/platform/ordered.js'
import { getOrMake } from '../../../core/platform/store.js'
import type { WrittenNote } from '../tokens.js'

/** Tolerance for rounded onsets, in beats. */
const SAME_BEAT = 1e-4

const LEAST_WEIGHT = 0.5

const NONE: readonly number[] = []

export type WrittenOnsets = ReturnType<typeof writtenOnsets>

export function writtenOnsets(written: readonly WrittenNote[]) {
  const momentOf = new Int32Array(written.length)
  const beats: number[] = []
  const firsts: number[] = []
  const byPitch = new Map<number, number[]>()
  for (const [index, { onset, pitch }] of written.entries()) {
    const last = beats.at(-1)
    if (last === undefined || onset - last > SAME_BEAT) {
      beats.push(onset)
      firsts.push(index)
    }
    momentOf[index] = beats.length - 1
    getOrMake(byPitch, pitch, () => []).push(index)
  }
  firsts.push(written.length)
  const lengths = written.map(({ duration }) => duration).sort((a, b) => a - b)
  const usual = (lengths[lengths.length >> 1] ?? 0) || 1
  const starts = Int32Array.from(firsts)
  return {
    count: beats.length,
    /** Distinct onsets in beats, ascending. */
    beats: Float64Array.from(beats),
    /** Index of the first note at each onset, plus an entry for the end. */
    firsts: starts,
    momentOf,
    ofPitch: (pitch: number): readonly number[] => byPitch.get(pitch) ?? NONE,
    isGrace: (note: number) => written[note]?.duration === 0,
    /** How reliably a note is played as written, 0–1. Short ornaments score low. */
    weightOf: (note: number) =>
      LEAST_WEIGHT + (1 - LEAST_WEIGHT) * Math.min(1, (written[note]?.duration ?? 0) / usual),
    between(pitch: number, first: number, last: number): readonly number[] {
      const notes = byPitch.get(pitch) ?? NONE
      return notes.slice(
        firstNotBelow(notes, starts[first] ?? 0),
        firstNotBelow(notes, starts[last + 1] ?? written.length),
      )
    },
    sizeOf: (moment: number) => (starts[moment + 1] ?? 0) - (starts[moment] ?? 0),
    /** Returns −1 if the onset doesn't contain the pitch. */
    noteAt(moment: number, pitch: number) {
      for (let note = starts[moment] ?? 0; note < (starts[moment + 1] ?? 0); note += 1)
        if (written[note]?.pitch === pitch) return note
      return -1
    },
  }
}
