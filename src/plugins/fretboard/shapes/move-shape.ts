import {
  fretOf,
  MAX_FRET,
  type Position,
  pitchAt,
  type StrungNeck,
} from '../../../core/music/guitar/position.js'
import { isOnNeck } from './shape.js'

/** Negative frets move down. @returns `undefined` if a position would leave the neck */
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

/** Keeps the intervals, and the fret of the lowest note if possible. Negative strings move towards string 1. */
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
