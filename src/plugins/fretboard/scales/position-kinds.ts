/** How a scale can be cut up along the neck. */
export const SCALE_POSITION_KINDS = ['none', 'caged', 'three-per-string'] as const
export type ScalePositionKind = (typeof SCALE_POSITION_KINDS)[number]
