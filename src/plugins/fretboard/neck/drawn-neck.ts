/** A neck that is laid out: where each of its parts lies, in the units of the drawing. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A straight line from its own point to another. */
export interface Line extends Point {
  readonly toX: number
  readonly toY: number
}

export interface NeckGeometry {
  readonly width: number
  readonly height: number
  readonly vertical: boolean
  readonly board: Box
  /** The bar at fret 0 and what it is; absent where the range begins further up. */
  readonly bar: (Box & { readonly kind: 'nut' | 'capo' }) | undefined
  /** Fret wires, without the bar. */
  readonly wires: readonly (Line & { readonly fret: number })[]
  readonly inlays: readonly Point[]
  readonly strings: readonly (Line & { readonly string: number; readonly gauge: number })[]
  /** Where strings begin that do not begin at the nut, as far as that is seen. */
  readonly pegs: readonly (Point & { readonly string: number })[]
  readonly numbers: readonly (Point & { readonly fret: number })[]
  /** Centres of all places; `reachX` and `reachY` are half of what belongs to each. */
  readonly positions: readonly (Point & {
    readonly string: number
    readonly fret: number
    readonly reachX: number
    readonly reachY: number
  })[]
  /** Radius of a position's dot. */
  readonly radius: number
  /**
   * Between these a dot that a bend moves stays in sight, with room for the arrow that points beyond: from the left,
   * or from the top where the neck stands.
   */
  readonly reach: { readonly from: number; readonly to: number }
  /** How far the dot of a fret moves for a bend, in units to the right; downwards where the neck stands. */
  slide(fret: number, semitones: number): number
}
