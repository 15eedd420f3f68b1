/** Moves a shape: along the neck on its own strings, or across to the neighbouring ones with the same intervals. */
import {
  fretOf,
  MAX_FRET,
  type Position,
  pitchAt,
  type StrungNeck,
} from '../../../core/music/guitar/position.js'
import { isOnNeck } from './shape.js'

/**
 * The shape so many frets further up, or down where negative: every note by as many semitones. `undefined` where a
 * place of it would leave the neck. On a string that begins further up the open note counts as its own fret.
 */
export function moveAlong(
  positions: readonly Position[],
  frets: number,
  neck: StrungNeck,
  capo: number,
): readonly Position[] | undefined {
  const moved = positions.map(({ string, fret }) => {
    const pitch = pitchAt(neck, capo, string, fret)
    return { string, fret: pitch === undefined ? -1 : fretOf(pitch + frets, neck, capo, string) }
  })
  return moved.every(position => isOnNeck(position, neck, capo)) ? moved : undefined
}

/**
 * The shape so many strings further (negative towards string 1), the intervals between its notes kept: where strings
 * are tuned otherwise, frets give way. Its lowest note keeps its fret if it can; else the shape moves as little as it
 * must. `undefined` where no such shape is on the neck.
 */
export function moveAcross(
  positions: readonly Position[],
  strings: number,
  neck: StrungNeck,
  capo: number,
): readonly Position[] | undefined {
  const pitched = positions.map(position => ({
    ...position,
    pitch: pitchAt(neck, capo, position.string, position.fret) ?? Number.NaN,
  }))
  const lowest = pitched.toSorted((a, b) => a.pitch - b.pitch)[0]
  if (!lowest) return undefined
  const target = pitchAt(neck, capo, lowest.string + strings, lowest.fret)
  if (target === undefined) return undefined
  for (let shift = 0; shift <= MAX_FRET; shift += 1) {
    for (const by of shift === 0 ? [0] : [shift, -shift]) {
      const semitones = target + by - lowest.pitch
      const moved = pitched.map(({ string, pitch }) => ({
        string: string + strings,
        fret: fretOf(pitch + semitones, neck, capo, string + strings),
      }))
      if (moved.every(position => isOnNeck(position, neck, capo))) return moved
    }
  }
  return undefined
}
