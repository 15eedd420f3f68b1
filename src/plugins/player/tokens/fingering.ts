/** Where the notes of the open song are on the neck. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { Song } from '../../../core/music/song/song.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

/** A note of the song, as the neck shows it. */
export interface ShownNote {
  /** Index of the track, and of the note in it. */
  readonly track: number
  readonly note: number
  /** In quarter notes. */
  readonly onset: number
  readonly duration: number
  /** As it sounds, with the transposition. */
  readonly pitch: number
  /** Where the file has it, if it says so. */
  readonly written?: WrittenPosition
}

/** A position that a file gives to a note. */
export interface WrittenPosition extends Position {
  /** What sounds there when it is just plucked, with the transposition: not the pitch of a harmonic. */
  readonly fretted: number
}

/** A note that the user has put on a string. */
export interface SongPin {
  readonly track: number
  readonly note: number
  /** From 1. */
  readonly string: number
}

/** Where the user wants the hand to be: frets from the capo, both included. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongFingeringView {
  /** What found the positions: `lowest-fret` until the solver is done, and where there is none. */
  readonly by: 'lowest-fret' | 'positions'
  /** Whether the solver is still working. */
  readonly working: boolean
  /** All notes of the shown tracks, in the order in which they begin. */
  readonly notes: readonly ShownNote[]
  /** What the user has pinned; the other notes follow. */
  readonly pins: readonly SongPin[]
  /**
   * How many pins of shown notes have no effect: the neck as it is now has no such position, or another pin of the
   * chord has the string. They stay, and take effect again as soon as they can.
   */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** Whether positions of the file are used: `none` where the neck as it is now has none of them. */
  readonly written: 'none' | 'used' | 'ignored'
  /** Lowest and highest fret of all positions; `undefined` until all are known, and where there are none. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** How many notes have no position: out of range, or no string left in their chord. 0 until that is known. */
  readonly unplaced: number
  /** Indices of notes in chords that are too wide to play; they have the narrowest grip. */
  readonly unheld: ReadonlySet<number>
}

/** The positions of the shown notes on the neck as it is now. Found again when any of that changes. */
export interface SongFingering {
  readonly view: ReadonlyStore<SongFingeringView>
  /** @param index of the note in `view.notes`; `undefined` where the neck has no position for it, or its chord no string left */
  positionOf(index: number): Position | undefined
  /** Pins notes to strings, at once. The others keep their positions until new ones are found. */
  setPins(pins: readonly SongPin[]): void
  /** Keeps the hand there in the whole song as far as it can; `undefined` lets it go anywhere. */
  setZone(zone: SongZone | undefined): void
  /** Takes the positions of the file as they are, or finds others for all notes. */
  takeWritten(used: boolean): void
  /**
   * The song with the positions that the shown notes have now, and the tuning and capo of the neck. Tracks of a score
   * that is in another tuning keep those of the file.
   */
  onNeck(song: Song): Song
}

/** @example const songFingering = get(SONG_FINGERING) */
export const SONG_FINGERING = createToken<SongFingering>('player.fingering')
