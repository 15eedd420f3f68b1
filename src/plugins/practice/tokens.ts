/** Following what is played: which written note each played note is. */
import { createToken } from '../../core/platform/services/token.js'

/** A note as it is written. */
export interface WrittenNote {
  /** In beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

/** A note as it was played. */
export interface PlayedNote {
  /** In seconds. */
  readonly onset: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

/** Index of the written note, index of the played one. */
export type NotePair = readonly [written: number, played: number]

/** What one played note means. */
export interface FollowStep {
  /** Index of the written note; `undefined` for a note that is not in the song. */
  readonly written: number | undefined
  /** Whether the follower does not know at present where in the song the player is. */
  readonly lost: boolean
  /** Earlier played notes that this one explains. Each played note is revised once at most. */
  readonly revised: readonly { readonly played: number; readonly written: number | undefined }[]
}

/** Follows a player note by note. */
export interface LiveFollower {
  /** Answers at once, from this note and those before it. @param note not earlier than the one before */
  play(note: PlayedNote): FollowStep
  /** Where in the song the player is, in beats; `undefined` while that is not known. @param seconds time of the player */
  beatAt(seconds: number): number | undefined
  /** The tempo that the player keeps; `undefined` while it is not known. */
  readonly secondsPerBeat: number | undefined
}

export interface FollowOptions {
  /**
   * Where the song is, in beats, at a time of the player in seconds: for playing along. Without it the follower goes
   * wherever the player goes.
   */
  readonly clock?: (seconds: number) => number | undefined
  /** Seconds per beat to begin with; 0.5 if absent. */
  readonly secondsPerBeat?: number
}

/** Finds which written note each played note is. */
export interface Following {
  /** For a finished performance. @param written by onset, then pitch @param played by onset */
  alignWhole(written: readonly WrittenNote[], played: readonly PlayedNote[]): readonly NotePair[]
  /** For one that is still played. @param written by onset, then pitch */
  createFollower(written: readonly WrittenNote[], options?: FollowOptions): LiveFollower
}

/** @example const pairs = get(FOLLOWING).alignWhole([{ onset: 0, duration: 1, pitch: 60 }], [{ onset: 2.5, pitch: 60 }]) */
export const FOLLOWING = createToken<Following>('practice.following')
