import { createEvent } from '../../../core/events/event-bus.js'
import type { Position } from '../../../core/music/guitar/position.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { ChordName } from '../chords/chord-name.js'
import type { NeckLabel } from '../neck/neck-label.js'

export interface SoundingPosition extends Position {
  /** MIDI note, 0–127, without the bend. */
  readonly pitch: number
  /** Of the newest note at the position, 0–1. */
  readonly velocity: number
  /** False if only a pedal sustains it. */
  readonly held: boolean
  /** Pitch bend in semitones, negative downwards. */
  readonly bend: number
  readonly portId: string
}

/** @param left positions that a note moved away from before it was visible there */
export type PositionListener = (changed: readonly Position[], left: readonly Position[]) => void

export interface NeckModel {
  /** Expects that `MidiBends` has processed the event. */
  apply(event: MidiEvent): void
  panic(): void
  at(position: Position): SoundingPosition | undefined
  /** Within the visible range, by string and fret. */
  sounding(): readonly SoundingPosition[]
  /** Notes that sound at no visible position, where they are played or closest to the visible frets. */
  beyond(): readonly SoundingPosition[]
  /** MIDI notes, ascending, visible or not. */
  pitches(): readonly number[]
  /** Like `pitches`, with bent notes at the closest semitone. */
  heard(): readonly number[]
  /** Port ids in the order in which they were first heard. */
  readonly inputs: ReadonlyStore<readonly string[]>
  onPositions(listener: PositionListener): Disposable
  onPitches(listener: () => void): Disposable
  onHeard(listener: () => void): Disposable
}

export interface Selection {
  readonly positions: ReadonlyStore<readonly Position[]>
  toggle(position: Position): void
  set(positions: readonly Position[]): void
  clear(): void
}

/** Plays notes as if the neck were an instrument: seen on the neck, logged, and sent to the output. */
export interface NeckPlayer {
  play(position: Position): void
  together(positions: readonly Position[]): void
  strum(positions: readonly Position[]): void
}

/** The sounding notes or, during silence, the selection. */
export interface Now {
  readonly what: 'sounding' | 'selected' | 'nothing'
  readonly notes: readonly NeckLabel[]
  readonly chord: ChordName
}

/** @example log.info(`${get(NECK).pitches().length} notes sound`) */
export const NECK = createToken<NeckModel>('fretboard.neck')

/** @example const neckPlayer = get(NECK_PLAYER) */
export const NECK_PLAYER = createToken<NeckPlayer>('fretboard.player')

/**
 * Updated with a short delay, so that a strum counts as one chord.
 * @example const now = get(NOW)
 */
export const NOW = createToken<ReadonlyStore<Now>>('fretboard.now')

/** @example const selection = get(SELECTION) */
export const SELECTION = createToken<Selection>('fretboard.selection')

/**
 * The selected positions, after each change.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(SELECTION_CHANGED, () => log.info('selection changed')))
 */
export const SELECTION_CHANGED = createEvent<readonly Position[]>('fretboard.selection-changed')
