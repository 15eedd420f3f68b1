/** The position that is shown, out of those that a scale has in the tuning at hand. */
import { caged } from './caged.js'
import type { PositionKind } from './position-kinds.js'
import type { SpelledScale } from './scale.js'
import { POSITION_PROBLEMS, type PositionNeck, type Positions, type ScalePosition } from './scale-position.js'
import { threePerString } from './three-per-string.js'

export interface ShownPosition extends ScalePosition {
  readonly kind: Exclude<PositionKind, 'none'>
  /** From 0. */
  readonly index: number
  readonly total: number
}

export type PositionReading =
  | { readonly shown: ShownPosition }
  /** An English sentence: why there is none. */
  | { readonly problem: string }

/** @param wanted any whole number: after the last position comes the first */
export function positionAt(
  kind: Exclude<PositionKind, 'none'>,
  wanted: number,
  scale: SpelledScale,
  neck: PositionNeck,
): PositionReading {
  const found: Positions = kind === 'caged' ? caged(scale, neck) : threePerString(scale, neck)
  if ('problem' in found) return { problem: POSITION_PROBLEMS[found.problem] }
  const total = found.positions.length
  const index = ((wanted % total) + total) % total
  const position = found.positions[index]
  return position ? { shown: { ...position, kind, index, total } } : { problem: POSITION_PROBLEMS.noRoom }
}
