import { type Position, pitchAt } from '../../../core/music/guitar/position.js'
import type { ScalePositionKind } from '../neck/neck-looks.js'
import { caged } from './caged.js'
import type { SpelledScale } from './scale.js'
import {
  type PlayableNeck,
  SCALE_POSITION_PROBLEMS,
  type ScalePosition,
  type ScalePositions,
  scalePitchFrom,
  stepsOf,
} from './scale-position.js'

export interface ShownScalePosition extends ScalePosition {
  readonly kind: Exclude<ScalePositionKind, 'none'>
  readonly index: number
  readonly total: number
}

/** @param wanted any whole number, wrapping around @returns an English sentence if there is none */
export function scalePositionAt(
  kind: ScalePositionKind,
  wanted: number,
  scale: SpelledScale,
  neck: PlayableNeck,
): ShownScalePosition | string | undefined {
  if (kind === 'none') return undefined
  const found = kind === 'caged' ? caged(scale, neck) : threePerString(scale, neck)
  if ('problem' in found) return SCALE_POSITION_PROBLEMS[found.problem]
  const total = found.positions.length
  const index = ((wanted % total) + total) % total
  const position = found.positions[index]
  return position ? { ...position, kind, index, total } : SCALE_POSITION_PROBLEMS.noRoom
}

const PER_STRING = 3

export function threePerString(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const { strings, begins } = neck
  if (stepsOf(scale).length === 0) return { problem: 'noScale' }
  const rises = strings.every((open, index) => index === 0 || open < (strings[index - 1] ?? 0))
  if (!rises || begins?.some(begin => begin > 0)) return { problem: 'reentrant' }
  const lowest = (strings.at(-1) ?? 0) + neck.capo
  const found: ScalePosition[] = []
  let start = scalePitchFrom(lowest, scale)
  for (const _ of stepsOf(scale)) {
    const position = positionFrom(start, scale, neck) ?? positionFrom(start + 12, scale, neck)
    if (position) found.push(position)
    start = scalePitchFrom(start + 1, scale)
  }
  if (found.length === 0) return { problem: 'noRoom' }
  return { positions: found.toSorted((a, b) => lowestFret(a) - lowestFret(b)) }
}

function positionFrom(start: number, scale: SpelledScale, neck: PlayableNeck): ScalePosition | undefined {
  const positions: Position[] = []
  let pitch = start
  for (let string = neck.strings.length; string >= 1; string -= 1) {
    const open = pitchAt(neck, neck.capo, string, 0) ?? 0
    for (let count = 0; count < PER_STRING; count += 1) {
      const fret = pitch - open
      if (fret < 0 || fret > neck.lastFret) return undefined
      positions.push({ string, fret })
      pitch = scalePitchFrom(pitch + 1, scale)
    }
  }
  return { name: scale.notes[start % 12]?.degree ?? '', positions }
}

function lowestFret({ positions }: ScalePosition): number {
  return positions[0]?.fret ?? 0
}
