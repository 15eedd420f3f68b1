import type { Clef, Key, Meter, Tempo } from './fields.js'

/** Length of a whole note, ticks. */
export const WHOLE = 3840
/** Drum channel (10), counted from 0. */
export const DRUMS = 9

export interface Pitch {
  readonly midi: number
  /** Written accidental, in semitones. */
  readonly altered: number
  /** Start of the tie. A tied pitch isn't struck again. */
  readonly tiedFrom?: Pitch | undefined
}

/** A note, chord or rest. */
export interface Moment extends Waiting {
  /** Ticks since the start of the bar. */
  readonly at: number
  length: number
  /** Empty for a rest. */
  readonly pitches: readonly Pitch[]
  readonly isHidden: boolean
  readonly tuplet?: readonly [number, number] | undefined
  /** Lyrics by verse. */
  readonly lyrics: string[]
}

export interface Waiting {
  graces: readonly (readonly Pitch[])[]
  isSlashed?: boolean
  decorations: string[]
  chord?: string
  text?: string
  program?: number
}

export interface VoiceBar {
  meter: Meter
  key: Key
  clef: Clef
  length: number
  readonly layers: Moment[][]
  readonly tempos: { readonly at: number; readonly tempo: Tempo }[]
  section?: string
  /** Number of passes indicated by the bar lines before and after the bar. */
  startsRepeat?: number
  endsRepeat?: number
  ending?: readonly number[]
  isDouble?: boolean
  readonly signs: { readonly name: string; readonly isAtStart: boolean }[]
}

export interface Voice {
  readonly name: string
  readonly bars: readonly VoiceBar[]
  readonly program: number
  /** MIDI channel, from 0; assigned later if undefined. */
  readonly channel: number | undefined
}

export function emptyBar({ meter, key, clef }: Pick<VoiceBar, 'meter' | 'key' | 'clef'>): VoiceBar {
  return { meter, key, clef, length: 0, layers: [], tempos: [], signs: [] }
}

export const isEmpty = ({ layers }: VoiceBar) => layers.length === 0
