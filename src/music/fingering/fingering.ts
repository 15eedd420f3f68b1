import type { Position, StrungNeck } from '../guitar/position.js'

export interface PositionNote {
  /** Onset in quarter notes. Notes at most 0.03 apart form one chord. */
  readonly onset: number
  readonly duration: number
  readonly pitch: number
}

export interface PositionNeck {
  /**
   * 3 to 10 open strings without a capo, string 1 first. `begins` lists the start frets of shorter strings,
   * such as a banjo's fifth string.
   */
  readonly tuning: StrungNeck
  /** Capo fret; positions are counted from the capo. */
  readonly capo?: number
  /** Number of frets, counted from the nut. Default: 24, maximum: `MOST_FRETS`. */
  readonly frets?: number
}

export const MOST_FRETS = 36

export interface Pin {
  readonly note: number
  /** String number, from 1. */
  readonly string: number
}

export interface HandZone {
  /** Inclusive range of frets, counted from the capo; open strings are always allowed. */
  readonly low: number
  readonly high: number
  /** In quarter notes; `to` is exclusive. Defaults to the whole piece. The last matching zone applies. */
  readonly from?: number
  readonly to?: number
}

export interface LiveHint {
  /** Numbers (from 1) of strings to avoid because they are still ringing. */
  readonly sounding?: readonly number[]
  /** Preferred range of frets, counted from the capo. */
  readonly within?: Pick<HandZone, 'low' | 'high'>
}

export interface SolveOptions extends PositionNeck {
  readonly pinned?: readonly Pin[]
  readonly hand?: readonly HandZone[]
  /** Transposes notes outside the neck's range by octaves instead of only reporting them. */
  readonly moveOctaves?: boolean
}

export interface FoundPosition {
  readonly position: Position | undefined
  /** Probability of this position, 0–1. */
  readonly confidence: number
  /** Other positions, most likely first. */
  readonly alternatives: readonly (Position & { readonly share: number })[]
}

export interface FingeredNote extends FoundPosition {
  readonly octaves: number
}

/**
 * `not_a_note`: a time or pitch isn't a number.
 * `out_of_range`: no string has the pitch.
 * `no_string_left`: there are more notes than strings.
 * `no_legal_grip`: no hand can hold the notes, so the narrowest grip is used.
 * `pin_impossible`: the pinned position doesn't exist.
 * `pin_contradicts`: another pin uses the same string or note.
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
  readonly notes: readonly number[]
  readonly at?: number
}

export interface Fingering {
  readonly notes: readonly FingeredNote[]
  readonly problems: readonly Problem[]
}

export interface LiveState {
  readonly bass: boolean
}

export interface FingeringSolver {
  /** @throws FretworkError `positions_neck` */
  solve(notes: readonly PositionNote[], options: SolveOptions): Fingering
  /** @throws FretworkError `positions_neck` */
  begin(neck: PositionNeck): LiveState
  /**
   * Places simultaneous notes. A second call with the same time replaces the previous answer.
   *
   * @param at time in quarter notes (half seconds if there is no tempo); must not decrease
   */
  next(pitches: readonly number[], at: number, state: LiveState, wish?: LiveHint): readonly FoundPosition[]
  /** Compares the solver's positions with those in published tablature. */
  score(pieces: readonly TablaturePiece[], now: () => number): readonly MethodScore[]
}

export interface TablaturePiece {
  readonly tuning: readonly number[]
  readonly capo: number
  readonly notes: readonly (PositionNote & Position)[]
}

export interface MethodScore {
  readonly name: 'lowest-fret' | 'whole' | 'causal' | 'lowest-fret-after-tenth' | 'whole-tenth-pinned'
  /**
   * Fraction of notes at the human's position: averaged over pieces, over all notes, and over notes with
   * several possible positions.
   */
  readonly macro: number
  readonly micro: number
  readonly ambiguous: number
  /** Onsets with an unplayable grip although a playable one exists. */
  readonly unplayable: number
  /** Onsets without a playable grip. */
  readonly withoutGrip: number
  readonly notesPerSecond: number
}
