/** Finds the positions of the tonic on the visible neck. */
import { parseNoteName, pitchAt, pitchClass } from '@fretwork/sdk'
import type { NeckMark, NeckView } from '@fretwork/sdk/plugins/fretboard'

type Shown = Pick<NeckView, 'capo' | 'fretMin' | 'fretMax'> & {
  readonly tuning: { readonly strings: readonly number[] }
  readonly scale: { readonly tonic: string }
}

/** Returns one pin per position, string by string. Returns an empty list without a scale. */
export function rootMarks({ tuning, capo, fretMin, fretMax, scale }: Shown): readonly NeckMark[] {
  const tonic = parseNoteName(scale.tonic)
  if (tonic === undefined) return []
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  return tuning.strings.flatMap((_, index) =>
    frets
      .filter(fret => isTonic(pitchAt(tuning, capo, index + 1, fret), tonic))
      .map(fret => ({ string: index + 1, fret, look: 'pin' as const, label: 'R' })),
  )
}

function isTonic(pitch: number | undefined, tonic: number): boolean {
  return pitch !== undefined && pitchClass(pitch) === pitchClass(tonic)
}
