/** The tablature's public service: the selected note, and pins with undo. */

import type { Position } from '../../core/music/guitar/position.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SongZone } from '../player/tokens.js'

export interface TablatureView {
  /** Index of the chosen note among the notes of `SONG_FINGERING`. */
  readonly chosen: number | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

export interface UnpinnedNotes {
  readonly count: number
  /**
   * Pins them again, even if another song is open by now, and keeps later pins. Does nothing for another user.
   */
  restore(): void
}

/** Moves notes of the open song to other strings. Each change can be undone and is stored with the song. */
export interface Tablature {
  readonly view: ReadonlyStore<TablatureView>
  choose(index: number | undefined): void
  /** Selects the note this many steps further; without a selection, the first from the current time. */
  step(by: number): void
  /** Positions for a note, lowest open string first, without strings that another pin of its chord uses. */
  positionsFor(index: number): readonly Position[]
  /** Pins the chosen note to the next higher (1) or lower (−1) string that has it; behind the last comes the first. */
  move(by: 1 | -1): void
  /** Pins a note to a string, from 1. Nothing happens where the string does not have it. */
  pin(index: number, string: number): void
  /** Unpins the selected note. */
  unpin(): void
  /** Frees every note of the song, shown or not. */
  unpinAll(): UnpinnedNotes
  /** Zones that follow one another within 0.7 s, as by a key that is held down, are one change. */
  setZone(zone: SongZone | undefined): void
  undo(): void
  redo(): void
}

/** @example const tablature = get(TABLATURE) */
export const TABLATURE = createToken<Tablature>('tablature.tablature')
