import type { BarMarks } from '../../../core/music/song/unfold.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import type { model } from '../engine.js'

/**
 * The content of a MusicXML or ABC file, before `buildScore` links the objects of alphaTab's model. Readers fill in these
 * objects, but never link them. Times are ticks, 960 to a quarter note.
 */
export interface Draft {
  readonly score: model.Score
  readonly bars: readonly DraftBar[]
  readonly parts: readonly DraftPart[]
  readonly remarks?: readonly Remark[]
}

export type Remark = NonNullable<SongFormatReading['remarks']>[number]

export interface DraftBar {
  /** Meter, tempos, section, and the repeat and jump signs to draw. */
  readonly masterBar: model.MasterBar
  /** Length of the contents, which may be shorter or longer than the meter. */
  readonly length: number
  readonly marks: BarMarks
  readonly swing?: Swing | undefined
}

/** Divides the time of two notes of `unit` in the ratio `first` : 1 − `first`. */
export interface Swing {
  /** Ticks: 480 for eighths. */
  readonly unit: number
  /** 0–1. */
  readonly first: number
}

export interface DraftPart {
  /** Names, program, channel, volume. */
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
  /** Beats of a voice may overlap; `buildScore` moves them to another voice. */
  readonly voices: readonly (readonly DraftBeat[])[]
}

export interface DraftBeat {
  /** From the beginning of the bar. */
  readonly at: number
  /** 0 for grace notes. */
  readonly length: number
  /** Written value and techniques, with no notes for a rest. Pitches sound, ties are set (`tieOrigin`, `tieDestination`). */
  readonly beat: model.Beat
  readonly notes: readonly model.Note[]
}
