import type { BarMarks } from '../../../music/song/unfold.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import type { model } from '../engine.js'

/**
 * Content of a MusicXML or ABC file, before `buildScore` links the objects of alphaTab's model. Times are in
 * ticks, 960 per quarter note.
 */
export interface Draft {
  readonly score: model.Score
  readonly bars: readonly DraftBar[]
  readonly parts: readonly DraftPart[]
  readonly remarks?: readonly Remark[]
}

export type Remark = NonNullable<SongFormatReading['remarks']>[number]

export interface DraftBar {
  /** Meter, tempos, section, and the repeat and jump markings to draw. */
  readonly masterBar: model.MasterBar
  /** Length of the content, which may be shorter or longer than the meter. */
  readonly length: number
  readonly marks: BarMarks
  readonly swing?: Swing | undefined
}

/** Divides two notes of length `unit` in the ratio `first` : 1 − `first`. */
export interface Swing {
  /** Ticks: 480 for eighth notes. */
  readonly unit: number
  /** First note's fraction of the time, 0–1. */
  readonly first: number
}

export interface DraftPart {
  /** Names, program, channel and volume. */
  readonly track: model.Track
  readonly staves: readonly DraftStaff[]
}

export interface DraftStaff {
  /** Tuning, capo, percussion and drawing options. */
  readonly staff: model.Staff
  readonly bars: readonly DraftStaffBar[]
}

export interface DraftStaffBar {
  readonly bar: model.Bar
  /** Voices whose beats may overlap; `buildScore` separates them. */
  readonly voices: readonly (readonly DraftBeat[])[]
}

export interface DraftBeat {
  /** Ticks since the start of the bar. */
  readonly at: number
  /** Ticks; 0 for grace notes. */
  readonly length: number
  /** Rests have no notes. Pitches are sounding pitches, and ties are set (`tieOrigin`, `tieDestination`). */
  readonly beat: model.Beat
  readonly notes: readonly model.Note[]
}
