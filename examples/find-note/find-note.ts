/** Finds the positions of a typed note name on the neck. */
import { noteName, type Position, parseNoteName, pitchAt } from '@fretwork/sdk'
import type { NeckView } from '@fretwork/sdk/plugins/fretboard'

type Shown = Pick<NeckView, 'capo' | 'fretMin' | 'fretMax'> & {
  readonly tuning: { readonly strings: readonly number[] }
}

export interface FoundNote extends Position {
  /** Note name such as `E2`. */
  readonly note: string
}

/**
 * Returns the positions of a note. `e2` is one pitch, and `e` is that note in every octave. Returns an empty
 * list if the word is not a note.
 */
export function findNote(word: string, { tuning, capo, fretMin, fretMax }: Shown): readonly FoundNote[] {
  const trimmed = word.trim()
  const wanted = parseNoteName(trimmed)
  if (wanted === undefined) return []
  const everyOctave = !/\d$/.test(trimmed)
  const found: FoundNote[] = []
  for (const index of tuning.strings.keys()) {
    for (let fret = fretMin; fret <= fretMax; fret += 1) {
      const pitch = pitchAt(tuning, capo, index + 1, fret)
      if (pitch === undefined) continue
      const fits = everyOctave ? (pitch - wanted) % 12 === 0 : pitch === wanted
      if (fits) found.push({ string: index + 1, fret, note: noteName(pitch).name })
    }
  }
  return found
}
