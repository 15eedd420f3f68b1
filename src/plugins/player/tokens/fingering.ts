import type { Position } from '../../../core/music/guitar/position.js'
import type { Song } from '../../../core/music/song/song.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface ShownNote {
  /** Index of the track, then of its note. */
  readonly track: number
  readonly note: number
  /** Quarter notes. */
  readonly onset: number
  readonly duration: number
  /** 0–127, transposed. */
  readonly pitch: number
  readonly written?: WrittenPosition
}

export interface WrittenPosition extends Position {
  /** Pitch of the plucked fret, transposed: not that of a harmonic. */
  readonly fretted: number
}

export interface SongPin {
  readonly track: number
  readonly note: number
  /** From 1. */
  readonly string: number
}

/** Frets from the capo, both included. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongFingeringView {
  /** `lowest-fret` until the solver is done, or where there is none. */
  readonly by: 'lowest-fret' | 'positions'
  readonly working: boolean
  readonly notes: readonly ShownNote[]
  readonly pins: readonly SongPin[]
  /** Pins that the current neck or another pin of the chord prevents. */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** `none` where the current neck has no position of the file. */
  readonly written: 'none' | 'used' | 'ignored'
  /** `undefined` until all are known. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** Notes out of range or without a free string. */
  readonly unplaced: number
  /** Notes of chords too wide to play, by index. */
  readonly unheld: ReadonlySet<number>
}

export interface SongFingering {
  readonly view: ReadonlyStore<SongFingeringView>
  /** @param index in `view.notes` */
  positionOf(index: number): Position | undefined
  /** Pins at once; other notes follow. */
  setPins(pins: readonly SongPin[]): void
  /** Keeps the hand in a zone where possible; `undefined` frees it. */
  setZone(zone: SongZone | undefined): void
  takeWritten(used: boolean): void
  /** Adds the current positions, tuning and capo. Score tracks in another tuning stay as they are. */
  onNeck(song: Song): Song
}

export const SONG_FINGERING = createToken<SongFingering>('player.fingering')
