/** What the pitches of an onset remind of: when each was played last. */
import type { Onset } from '../grips/onsets.js'

const ageClass = (beats: number) =>
  beats <= 0.6 ? 0 : beats <= 2.1 ? 1 : beats <= 4.1 ? 2 : beats <= 16.1 ? 3 : 4

/** Remembers what was played, onset by onset. */
export class Recall {
  private readonly playedAt = new Float64Array(128).fill(Number.NaN)
  /** Of the last onset: its pitches, and when each was played before it. */
  private last: readonly { readonly pitch: number; readonly before: number }[] = []

  /** By note of an onset: how long ago its pitch was played last, in five classes; -1 for never. Then it is remembered too. */
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

  /** Forgets the last onset, once. */
  back(): void {
    for (const { pitch, before } of this.last) this.playedAt[pitch] = before
    this.last = []
  }
}
