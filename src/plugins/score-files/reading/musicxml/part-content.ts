import type { model } from '../../engine.js'
import type { ReadBeat } from './notes.js'

/** Bar index, and ticks since the start of the bar. */
export interface Place {
  readonly bar: number
  readonly at: number
}

/** A change in effect from its position on, in one staff or, if `staff` is undefined, in all. */
export interface Change<Value> extends Place {
  readonly staff: number | undefined
  readonly value: Value
}

/** A marking for the beat that starts at its position. */
export interface Attached extends Place {
  readonly staff: number | undefined
  apply(beat: model.Beat, staff: model.Staff): void
}

export interface StaffDetails {
  lines?: number
  /** String tuning by line, bottom line first. */
  readonly tuning: number[]
  capo?: number
}

export interface PartContent {
  /** Divisions per quarter note at the end of the part. */
  divisions: number
  staves: number
  readonly beats: ReadBeat[]
  readonly details: StaffDetails[]
  readonly transposes: Change<{ readonly semitones: number; readonly doubled: number }>[]
  readonly clefs: Change<{ readonly sign: string; readonly line: number; readonly octaves: number }>[]
  readonly keys: Change<{ readonly fifths: number; readonly isMinor: boolean }>[]
  readonly dynamics: Change<model.DynamicValue>[]
  readonly wedges: Change<model.CrescendoType>[]
  readonly ottavas: Change<model.Ottavia>[]
  readonly pedals: Change<model.SustainPedalMarkerType>[]
  /** Program changes for the named instrument, or for all instruments. */
  readonly programs: Change<{ readonly instrument: string | undefined; readonly program: number }>[]
  readonly attached: Attached[]
}

export function newContent(divisions: number): PartContent {
  return {
    ...{ divisions, staves: 1 },
    ...{ beats: [], details: [], transposes: [], clefs: [], keys: [], dynamics: [], wedges: [] },
    ...{ ottavas: [], pedals: [], programs: [], attached: [] },
  }
}
