/** Finds which written note a played one is, by the clock of the song or by the player. */

export interface Struck {
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** On the clock of the input, in milliseconds, without the latency. */
  readonly atMs: number
  /** Where the song was; `undefined` where it rests. */
  readonly songMs: number | undefined
  /** Milliseconds of the song for one of the clock. */
  readonly rate: number
  /** From 1, where the instrument says so. */
  readonly string?: number | undefined
}

/** Which written note a played one is, as far as is known now. */
export interface Matched {
  readonly played: number
  readonly written: number | undefined
  /** Milliseconds after the right moment. */
  readonly byMs: number
}

export interface Matcher {
  /** @returns what is known of this note, and what is known better now of earlier ones */
  take(note: Struck, played: number): readonly Matched[]
  /** Notes before this one can no longer be played. */
  passedUntil(songMs: number | undefined): number
  readonly lost: boolean
}
