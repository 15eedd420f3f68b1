import type { GripSet } from './grips.js'
import type { Onset } from './onsets.js'

export interface Memory {
  set: GripSet | undefined
  g: number
  at: number
  /** Index finger's fret; 0 until a note is fretted. */
  hand: number
  /** Last string used, by pitch; 255 if the pitch is new. */
  readonly lastString: Uint8Array
  readonly ringsTo: Float64Array
  readonly ringFret: Uint8Array
  readonly struckAt: Float64Array
}

export function freshMemory(strings: number): Memory {
  return {
    set: undefined,
    g: -1,
    at: 0,
    hand: 0,
    lastString: new Uint8Array(128).fill(255),
    ringsTo: new Float64Array(strings).fill(Number.NEGATIVE_INFINITY),
    ringFret: new Uint8Array(strings),
    struckAt: new Float64Array(strings).fill(Number.NEGATIVE_INFINITY),
  }
}

export function remember(before: Memory, onset: Onset, g: number, hand: number, into: Memory): void {
  const { grips: set, at, ends } = onset
  into.lastString.set(before.lastString)
  into.ringsTo.set(before.ringsTo)
  into.ringFret.set(before.ringFret)
  into.struckAt.set(before.struckAt)
  for (let i = 0; i < set.size; i += 1) {
    const string = set.string[g * set.size + i] ?? 0
    into.lastString[set.pitches[i] ?? 0] = string
    into.ringsTo[string] = ends[i] ?? at
    into.struckAt[string] = at
    into.ringFret[string] = set.fret[g * set.size + i] ?? 0
  }
  into.set = set
  into.g = g
  into.at = at
  into.hand = hand
}

const ageClass = (beats: number) =>
  beats <= 0.6 ? 0 : beats <= 2.1 ? 1 : beats <= 4.1 ? 2 : beats <= 16.1 ? 3 : 4

export class Recall {
  private readonly playedAt = new Float64Array(128).fill(Number.NaN)
  private last: readonly { readonly pitch: number; readonly before: number }[] = []

  /** Returns how long ago each pitch was last played, as a class; -1 for never. */
  recall({ at, grips: { pitches } }: Onset): Int8Array {
    const ages = new Int8Array(pitches.length)
    for (let i = 0; i < pitches.length; i += 1) {
      const last = this.playedAt[pitches[i] ?? 0] ?? Number.NaN
      ages[i] = Number.isNaN(last) ? -1 : ageClass(at - last)
    }
    this.last = pitches.map(pitch => ({ pitch, before: this.playedAt[pitch] ?? Number.NaN }))
    for (const pitch of pitches) this.playedAt[pitch] = at
    return ages
  }

  back(): void {
    for (const { pitch, before } of this.last) this.playedAt[pitch] = before
    this.last = []
  }
}
