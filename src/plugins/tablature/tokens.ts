/** What others may use of tablature: the chosen note, pins with a way back, and the text. */
import { createToken } from '../../core/kernel/services/token.js'
import type { Position } from '../../core/music/guitar/position.js'
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
  /** Pins them again, also where another song is open by now; what was pinned since then stays. For somebody else it does nothing. */
  restore(): void
}

/** Moves notes of the open song to other strings. Each change can be undone, and is kept with the song. */
export interface Tablature {
  readonly view: ReadonlyStore<TablatureView>
  choose(index: number | undefined): void
  /** Chooses the note so many further on; without a chosen one, the first from where the song is. */
  step(by: number): void
  /** Where a note can be put: the string with the lowest open note first, none that another pin of its chord has. */
  positionsFor(index: number): readonly Position[]
  /** Pins the chosen note to the next higher (1) or lower (−1) string that has it; behind the last comes the first. */
  move(by: 1 | -1): void
  /** Pins a note to a string, from 1. Nothing happens where the string does not have it. */
  pin(index: number, string: number): void
  /** Lets the chosen note go where it belongs. */
  unpin(): void
  /** Frees every note of the song, shown or not. */
  unpinAll(): UnpinnedNotes
  /** Zones that follow one another within 0.7 s, as by a key that is held down, are one change. */
  setZone(zone: SongZone | undefined): void
  undo(): void
  redo(): void
}

export const TABLATURE = createToken<Tablature>('tablature.tablature')
