/** Picks the scale position that is shown. */
import { caged } from './caged.js'
import type { SpelledScale } from './scale.js'
import {
  type PlayableNeck,
  SCALE_POSITION_PROBLEMS,
  type ScalePosition,
  type ScalePositionKind,
  type ScalePositions,
} from './scale-position.js'
import { threePerString } from './three-per-string.js'

export interface ShownScalePosition extends ScalePosition {
  readonly kind: Exclude<ScalePositionKind, 'none'>
  /** From 0. */
  readonly index: number
  readonly total: number
}

export type PositionReading =
  | { readonly shown: ShownScalePosition }
  /** An English sentence that says why there is none. */
  | { readonly problem: string }

/** @param wanted any whole number: after the last position comes the first */
export function scalePositionAt(
  kind: Exclude<ScalePositionKind, 'none'>,
  wanted: number,
  scale: SpelledScale,
  neck: PlayableNeck,
): PositionReading {
  const found: ScalePositions = kind === 'caged' ? caged(scale, neck) : threePerString(scale, neck)
  if ('problem' in found) return { problem: SCALE_POSITION_PROBLEMS[found.problem] }
  const total = found.positions.length
  const index = ((wanted % total) + total) % total
  const position = found.positions[index]
  return position
    ? { shown: { ...position, kind, index, total } }
    : { problem: SCALE_POSITION_PROBLEMS.noRoom }
}
