/** Picks the scale position that is shown. */
import type { ScalePositionKind } from '../neck/neck-looks.js'
import { caged } from './caged.js'
import type { SpelledScale } from './scale.js'
import { type PlayableNeck, SCALE_POSITION_PROBLEMS, type ScalePosition } from './scale-position.js'
import { threePerString } from './three-per-string.js'

export interface ShownScalePosition extends ScalePosition {
  readonly kind: Exclude<ScalePositionKind, 'none'>
  /** From 0. */
  readonly index: number
  readonly total: number
}

/**
 * @param wanted any whole number: the first position follows the last
 * @returns an English sentence if there is none
 */
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
