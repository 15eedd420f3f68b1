export interface Struck {
  readonly pitch: number
  /** Milliseconds of the input's clock, less the latency. */
  readonly atMs: number
  /** `undefined` while the song rests. */
  readonly songMs: number | undefined
  /** Milliseconds of the song per millisecond of the clock. */
  readonly rate: number
  /** From 1, for instruments that send it. */
  readonly string?: number | undefined
}

export interface Matched {
  readonly played: number
  readonly written: number | undefined
  /** Milliseconds, negative before the written moment. */
  readonly byMs: number
}

export interface Matcher {
  /** @returns the match of this note, and better ones of earlier notes */
  take(note: Struck, played: number): readonly Matched[]
  /** Notes before this one can no longer be played. */
  passedUntil(songMs: number | undefined): number
  readonly lost: boolean
}
