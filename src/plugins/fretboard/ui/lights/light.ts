/** Lights on the neck, in drawing units. */
import type { Point } from '../../neck/neck-geometry.js'
import type { NeckLabel } from '../../neck/neck-label.js'

/** One note that sounds at one position. */
export interface Light extends Point {
  /** The dot of the silent neck is 1. */
  readonly size: number
  /** Opacity of its halo, 0–1. */
  readonly halo: number
  /** Only a pedal keeps it. */
  readonly ring: boolean
  /** Which look its input has, 0–3; undefined while only one has played. */
  readonly input: number | undefined
  /** It is bent further than the neck is shown: where to. */
  readonly beyond: Way | undefined
  readonly label: NeckLabel | undefined
}

export type Way = 'left' | 'right' | 'up' | 'down'

/** Position of a recent note. */
export interface TrailRing extends Point {
  /** 0–1. */
  readonly opacity: number
}

/** Displays lights. Replaces everything shown before. */
export interface LightSurface {
  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void
}
