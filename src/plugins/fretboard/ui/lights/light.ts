/** What lights up on the neck: numbers and words, in the units of the neck's own coordinates. */
import type { Point } from '../../neck/neck-geometry.js'
import type { NeckLabel } from '../../neck/neck-label.js'

/** One note that sounds at one place. */
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

/** Where one of the last notes was. */
export interface TrailRing extends Point {
  /** 0–1. */
  readonly opacity: number
}

/** Where lights are shown. What was shown there before is gone. */
export interface LightSurface {
  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void
}
