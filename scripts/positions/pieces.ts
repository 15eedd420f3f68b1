/** Pieces of tablature to learn from: the file's shape is in its own `readme` field. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Neck } from '../../src/plugins/positions/grips.js'
import { type Onset, onsetsOf } from '../../src/plugins/positions/onsets.js'
import { type Surroundings, surroundingsOf } from '../../src/plugins/positions/surroundings.js'
import type { TablaturePiece } from '../../src/plugins/positions/tokens.js'

/** Ticks of a quarter note in the file. */
const TICKS = 960

interface RawPiece {
  readonly id: string
  readonly tuning: readonly number[]
  readonly capo: number
  /** Onset, duration, pitch, string, fret. */
  readonly notes: readonly (readonly [number, number, number, number, number])[]
}

/** What is looked at while learning: all of the piece, or what a listener knows who cannot look ahead. */
export interface Heard extends Surroundings {
  readonly onsets: readonly Onset[]
}

export interface Lesson {
  readonly id: string
  readonly piece: TablaturePiece
  readonly neck: Neck
  readonly onsets: readonly Onset[]
  readonly whole: Heard
  readonly live: Heard
  /** By onset: the human's grip, or that which has most of its notes right. */
  readonly human: readonly number[]
}

export function readLessons(path: string): Lesson[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const { pieces } = JSON.parse(text) as { pieces: RawPiece[] }
  return pieces.map(toLesson)
}

function toLesson({ id, tuning, capo, notes }: RawPiece): Lesson {
  return lessonOf(id, {
    tuning,
    capo,
    notes: notes.map(([onset, duration, pitch, string, fret]) => ({
      onset: onset / TICKS,
      duration: duration / TICKS,
      pitch,
      string,
      fret,
    })),
  })
}

export function lessonOf(id: string, piece: TablaturePiece): Lesson {
  const { tuning, capo, notes } = piece
  const neck: Neck = { strings: tuning, capo, top: 24 }
  const { onsets } = onsetsOf(notes, neck)
  const struck = onsets.map(onset => ({ ...onset, ends: onset.notes.map(() => onset.at) }))
  const strings = notes.map(({ string }) => string - 1)
  const human = onsets.map(onset => {
    const { grips, notes: held } = onset
    let best = 0
    let most = -1
    for (let g = 0; g < grips.count; g += 1) {
      let right = 0
      for (const [i, note] of held.entries())
        if (grips.string[g * grips.size + i] === strings[note]) right += 1
      if (right > most) {
        most = right
        best = g
      }
    }
    return best
  })
  return {
    id,
    piece,
    neck,
    onsets,
    whole: { onsets, ...surroundingsOf(onsets, neck, true) },
    live: { onsets: struck, ...surroundingsOf(onsets, neck, false) },
    human,
  }
}

/** Share of notes that the rule of the lowest fret has right. */
export function lowestFretShare({ onsets, piece: { notes } }: Lesson): number {
  let right = 0
  for (const { grips, notes: held } of onsets)
    for (const [i, note] of held.entries()) if (grips.string[i] === (notes[note]?.string ?? 0) - 1) right += 1
  return right / Math.max(1, notes.length)
}
