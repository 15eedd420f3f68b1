import { readPlacedPieces } from '../../cli/commands/positions/positions.js'
import { readInput } from '../../cli/io/files.js'
import type { TablaturePiece } from '../../src/music/fingering/fingering.js'
import type { Neck } from '../../src/music/fingering/grips.js'
import { type Onset, onsetsOf } from '../../src/music/fingering/onsets.js'
import { type Surroundings, surroundingsOf } from '../../src/music/fingering/surroundings.js'

/** Whole piece, or the part played so far. */
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
  /** Index of the human's fingering by onset, or of the candidate that shares the most notes with it. */
  readonly human: readonly number[]
}

export async function readLessons(path: string): Promise<Lesson[]> {
  const pieces = readPlacedPieces(await readInput(path), path)
  return pieces.map((piece, index) => lessonOf(String(piece.id ?? index + 1), piece))
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

export function lowestFretShare({ onsets, piece: { notes } }: Lesson): number {
  let right = 0
  for (const { grips, notes: held } of onsets)
    for (const [i, note] of held.entries()) if (grips.string[i] === (notes[note]?.string ?? 0) - 1) right += 1
  return right / Math.max(1, notes.length)
}
