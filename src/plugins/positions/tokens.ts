/** What others may ask of positions: places for a whole piece, for notes as they come, and how good that is. */
import { createToken } from '../../core/kernel/services/token.js'
import type { Position, StrungNeck } from '../../core/music/guitar/position.js'

export interface PositionNote {
  /** In quarter notes. What begins within 0.03 of one another is one grip. */
  readonly onset: number
  /** In quarter notes; 0 for what is only struck. */
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
  /** Fret of the capo, 0 for none. Frets of places are counted from it. */
  readonly capo?: number
  /** Frets of the neck, counted from the nut: 24 unless given, at most `MOST_FRETS`. */
  readonly frets?: number
}

/** No neck is longer. */
export const MOST_FRETS = 36

/** A note that stays where the user put it. */
export interface Pin {
  /** Index of the note. */
  readonly note: number
  /** From 1. The fret follows from the pitch. */
  readonly string: number
}

/** Where the hand is wished to be. */
export interface HandZone {
  /** Frets from the capo, both included; open strings lie in any. */
  readonly low: number
  readonly high: number
  /** In quarter notes, from (included) and to (not included); the whole piece unless given. The last wish wins. */
  readonly from?: number
  readonly to?: number
}

/** What notes that begin now are put beside; as far as that can be. */
export interface LiveHint {
  /** Strings, from 1, on which something else still sounds: they are left alone. */
  readonly sounding?: readonly number[]
  /** Frets, from the capo, that places lie in. */
  readonly within?: Pick<HandZone, 'low' | 'high'>
}

export interface SolveOptions extends PositionNeck {
  readonly pinned?: readonly Pin[]
  readonly hand?: readonly HandZone[]
  /** Moves notes outside the neck by octaves; without it they are only reported. */
  readonly moveOctaves?: boolean
}

/** Where a note is placed, and where else it could be. */
export interface FoundPosition {
  /** `undefined` where the note has none. */
  readonly position: Position | undefined
  /** Probability of the place, 0–1, as far as the model knows. */
  readonly confidence: number
  /** Where else the note lies, likeliest first, with their probabilities. */
  readonly alternatives: readonly (Position & { readonly share: number })[]
}

/** Of a whole piece; where there is no place, `problems` says why. */
export interface FingeredNote extends FoundPosition {
  /** Octaves by which the note was moved to be in reach. */
  readonly octaves: number
}

/**
 * Why something could not be as it should:
 * `not_a_note` a time or pitch that is no number; `out_of_range` no string has the pitch; `no_string_left` more
 * notes than strings; `no_legal_grip` no hand holds these notes at once, they have the grip with the least span;
 * `pin_impossible` no such place; `pin_contradicts` another pin takes the string, or pins the same note elsewhere.
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
  /** When, in quarter notes, where it is about an onset. */
  readonly at?: number
}

export interface Fingering {
  /** One for each note, in their order. */
  readonly notes: readonly FingeredNote[]
  readonly problems: readonly Problem[]
}

/** What was played so far; each call of `next` changes it. */
export interface LiveState {
  readonly bass: boolean
}

export interface FingeringSolver {
  /** Places for a whole piece. @throws FretworkError `positions_neck` */
  solve(notes: readonly PositionNote[], options: SolveOptions): Fingering
  /** Begins to place notes as they come. @throws FretworkError `positions_neck` */
  begin(neck: PositionNeck): LiveState
  /**
   * Places notes that begin together, without knowing what comes. Asked again for the same moment it forgets its last
   * answer: the notes of a chord arrive one after another, and each of them may move those before it.
   *
   * @param at in quarter notes (half seconds where there is no tempo), never less than before
   */
  next(pitches: readonly number[], at: number, state: LiveState, wish?: LiveHint): readonly FoundPosition[]
  /** Hides the places of tablature, solves it and counts. */
  score(pieces: readonly TablaturePiece[], now: () => number): readonly MethodScore[]
}

/** A piece whose places are known. */
export interface TablaturePiece {
  readonly tuning: readonly number[]
  readonly capo: number
  readonly notes: readonly (PositionNote & Position)[]
}

export interface MethodScore {
  readonly name: 'lowest-fret' | 'whole' | 'causal' | 'lowest-fret-after-tenth' | 'whole-tenth-pinned'
  /** Share of notes on the human's string and fret, 0–1: mean over pieces, of all notes, and of those with a choice. */
  readonly macro: number
  readonly micro: number
  readonly ambiguous: number
  /** Onsets whose grip no hand holds although another grip can be held. */
  readonly unplayable: number
  /** Onsets for which there is no legal grip at all. */
  readonly withoutGrip: number
  readonly notesPerSecond: number
}

export const POSITIONS = createToken<FingeringSolver>('positions.positions')
