/** How a scale can be cut up along the neck. */
export const POSITION_KINDS = ['none', 'caged', 'three-per-string'] as const
export type PositionKind = (typeof POSITION_KINDS)[number]
