/** The written notes by the moments at which they begin. */
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { WrittenNote } from '../tokens.js'

/** Beats within which notes begin at one moment: rounding, not music. */
const SAME_BEAT = 1e-4

export interface WrittenOnsets {
  readonly count: number
  /** In beats, ascending. */
  readonly beats: Float64Array
  /** The first note of each moment, and one entry more for the end. */
  readonly firsts: Int32Array
  /** The moment of each note. */
  readonly momentOf: Int32Array
  /** Indices of the notes with a pitch, in the order in which they begin. */
  ofPitch(pitch: number): readonly number[]
  /** Those of them from one moment to another, both included. */
  between(pitch: number, first: number, last: number): readonly number[]
  /** How many notes a moment has. */
  sizeOf(moment: number): number
  /** Whether a note is played before its moment: it has no length. */
  isGrace(note: number): boolean
  /** How surely a note is played, 0–1: ornaments, which are short, are often played in another way. */
  weightOf(note: number): number
  /** The note with this pitch at a moment; −1 where there is none. */
  noteAt(moment: number, pitch: number): number
}

const LEAST_WEIGHT = 0.5

const NONE: readonly number[] = []

/** @param written by onset, then pitch */
export function writtenOnsets(written: readonly WrittenNote[]): WrittenOnsets {
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
    const notes = byPitch.get(pitch)
    if (notes) notes.push(index)
    else byPitch.set(pitch, [index])
  }
  firsts.push(written.length)
  const lengths = written.map(({ duration }) => duration).sort((a, b) => a - b)
  const usual = (lengths[lengths.length >> 1] ?? 0) || 1
  const starts = Int32Array.from(firsts)
  return {
    count: beats.length,
    beats: Float64Array.from(beats),
    firsts: starts,
    momentOf,
    ofPitch: pitch => byPitch.get(pitch) ?? NONE,
    isGrace: note => written[note]?.duration === 0,
    weightOf: note => LEAST_WEIGHT + (1 - LEAST_WEIGHT) * Math.min(1, (written[note]?.duration ?? 0) / usual),
    between(pitch, first, last) {
      const notes = byPitch.get(pitch) ?? NONE
      return notes.slice(
        firstNotBelow(notes, starts[first] ?? 0),
        firstNotBelow(notes, starts[last + 1] ?? written.length),
      )
    },
    sizeOf: moment => (starts[moment + 1] ?? 0) - (starts[moment] ?? 0),
    noteAt(moment, pitch) {
      for (let note = starts[moment] ?? 0; note < (starts[moment + 1] ?? 0); note += 1)
        if (written[note]?.pitch === pitch) return note
      return -1
    },
  }
}
