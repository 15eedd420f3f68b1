/** The public service of positions: fingerings of whole pieces, of live notes, and their score. */

import type { Position, StrungNeck } from '../../core/music/guitar/position.js'
import { createToken } from '../../core/platform/services/token.js'

export interface PositionNote {
  /** In quarter notes. What begins within 0.03 of one another is one grip. */
  readonly onset: number
  /** In quarter notes; 0 for percussive notes. */
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export interface PositionNeck {
  /**
   * MIDI notes of 3 to 10 open strings without capo, string 1 first, in any order of pitch; `begins`, where one is
   * shorter than the others, as the fifth of a banjo.
   */
  readonly tuning: StrungNeck
  /** Fret of the capo, 0 for none. Positions are counted from it. */
  readonly capo?: number
  /** Frets of the neck, counted from the nut: 24 unless given, at most `MOST_FRETS`. */
  readonly frets?: number
}

/**
 * No neck is longer.
 * @example log.info('most frets', MOST_FRETS)
 */
export const MOST_FRETS = 36

/** A note that stays where the user put it. */
export interface Pin {
  /** Index of the note. */
  readonly note: number
  /** From 1. The fret follows from the pitch. */
  readonly string: number
}

/** Preferred hand position. */
export interface HandZone {
  /** Frets from the capo, both included; open strings are always allowed. */
  readonly low: number
  readonly high: number
  /** In quarter notes, from (included) to (excluded); the whole piece by default. The last matching zone wins. */
  readonly from?: number
  readonly to?: number
}

/** Preferences for live notes, respected where possible. */
export interface LiveHint {
  /** Strings, from 1, on which something else still sounds: they are left alone. */
  readonly sounding?: readonly number[]
  /** Preferred frets, from the capo. */
  readonly within?: Pick<HandZone, 'low' | 'high'>
}

export interface SolveOptions extends PositionNeck {
  readonly pinned?: readonly Pin[]
  readonly hand?: readonly HandZone[]
  /** Moves notes outside the neck by octaves; without it they are only reported. */
  readonly moveOctaves?: boolean
}

/** The position of a note, and its alternatives. */
export interface FoundPosition {
  /** `undefined` where the note has none. */
  readonly position: Position | undefined
  /** Probability of the position, 0–1, according to the model. */
  readonly confidence: number
  /** Other positions of the note, most likely first, with their probabilities. */
  readonly alternatives: readonly (Position & { readonly share: number })[]
}

/** A note of a whole piece; if it has no position, `problems` says why. */
export interface FingeredNote extends FoundPosition {
  /** Octaves by which the note was moved to be in reach. */
  readonly octaves: number
}

/**
 * Reasons for problems:
 * `not_a_note` a time or pitch isn't a number; `out_of_range` no string has the pitch; `no_string_left` more notes
 * than strings, and none of its pitch has one; `no_legal_grip` no hand can hold these notes at once, so they have the narrowest grip; `pin_impossible`
 * the position doesn't exist; `pin_contradicts` another pin uses the string, or pins the same note elsewhere.
 */
export type ProblemKind =
  | 'not_a_note'
  | 'out_of_range'
  | 'no_string_left'
  | 'no_legal_grip'
  | 'pin_impossible'
  | 'pin_contradicts'

export interface Problem {
  readonly kind: ProblemKind
  /** Indices of the notes. */
  readonly notes: readonly number[]
  /** Onset in quarter notes, if the problem is about one. */
  readonly at?: number
}

export interface Fingering {
  /** One for each note, in their order. */
  readonly notes: readonly FingeredNote[]
  readonly problems: readonly Problem[]
}

/** State of live playing, updated by each call of `next`. */
export interface LiveState {
  readonly bass: boolean
}

export interface FingeringSolver {
  /** Fingering of a whole piece. @throws FretworkError `positions_neck` */
  solve(notes: readonly PositionNote[], options: SolveOptions): Fingering
  /** Starts live playing. @throws FretworkError `positions_neck` */
  begin(neck: PositionNeck): LiveState
  /**
   * Places notes that begin together, without knowing what comes. Asked again for the same moment it forgets its last
   * answer: the notes of a chord arrive one after another, and each of them may move those before it.
   *
   * @param at in quarter notes (half seconds where there is no tempo), never less than before
   */
  next(pitches: readonly number[], at: number, state: LiveState, wish?: LiveHint): readonly FoundPosition[]
  /** Solves tablature without its positions and compares the results. */
  score(pieces: readonly TablaturePiece[], now: () => number): readonly MethodScore[]
}

/** A piece with known positions. */
export interface TablaturePiece {
  readonly tuning: readonly number[]
  readonly capo: number
  readonly notes: readonly (PositionNote & Position)[]
}

export interface MethodScore {
  readonly name: 'lowest-fret' | 'whole' | 'causal' | 'lowest-fret-after-tenth' | 'whole-tenth-pinned'
  /**
   * Share of notes at the human's position, 0–1: mean over pieces, over all notes, and over notes with a choice.
   */
  readonly macro: number
  readonly micro: number
  readonly ambiguous: number
  /** Onsets with an unplayable grip although a playable one exists. */
  readonly unplayable: number
  /** Onsets for which there is no legal grip at all. */
  readonly withoutGrip: number
  readonly notesPerSecond: number
}

/** @example const positions = get(POSITIONS) */
export const POSITIONS = createToken<FingeringSolver>('positions.positions')
