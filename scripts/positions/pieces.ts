/** Pieces of tablature to learn from: the file's shape is in its own `readme` field. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Neck } from '../../src/plugins/positions/grips.js'
import { type GripCache, type Onset, onsetsOf } from '../../src/plugins/positions/onsets.js'
import { type Surroundings, surroundingsOf } from '../../src/plugins/positions/surroundings.js'

/** Ticks of a quarter note in the file. */
const TICKS = 960

interface RawPiece {
  readonly id: string
  readonly tuning: readonly number[]
  readonly capo: number
  /** Onset, duration, pitch, string, fret. */
  readonly notes: readonly (readonly [number, number, number, number, number])[]
}

export interface Lesson {
  readonly id: string
  readonly neck: Neck
  readonly count: number
  readonly onsets: readonly Onset[]
  readonly whole: Surroundings
  readonly live: Surroundings
  /** By note of the input: string from 0. */
  readonly strings: readonly number[]
  readonly ambiguous: readonly boolean[]
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
  const neck: Neck = { strings: tuning, capo, top: 24 }
  const cache: GripCache = new Map()
  const { onsets } = onsetsOf(
    notes.map(([onset, duration, pitch]) => ({ onset: onset / TICKS, duration: duration / TICKS, pitch })),
    neck,
    cache,
  )
  const strings = notes.map(([, , , string]) => string - 1)
  const human = onsets.map(onset => {
    const { grips, notes: held } = onset
    let best = 0
    let most = -1
    for (let g = 0; g < grips.count; g += 1) {
      let right = 0
      for (const [i, note] of held.entries()) if (grips.string[g * grips.size + i] === strings[note]) right += 1
      if (right > most) {
        most = right
        best = g
      }
    }
    return best
  })
  return {
    id,
    neck,
    count: notes.length,
    onsets,
    whole: surroundingsOf(onsets, neck, true),
    live: surroundingsOf(onsets, neck, false),
    strings,
    ambiguous: notes.map(
      ([, , pitch]) => tuning.filter(open => pitch >= open + capo && pitch <= open + capo + 24).length > 1,
    ),
    human,
  }
}
