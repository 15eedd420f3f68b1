import type { BarMarks } from '../../../core/music/song/unfold.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import type { model } from '../engine.js'

/**
 * What a file of MusicXML or ABC says, before `buildScore` joins the parts of alphaTab's model. Readers fill in the model's
 * objects, but never add one to another. Times are ticks, 960 to a quarter note.
 */
export interface Draft {
  /** Title and names. */
  readonly score: model.Score
  readonly bars: readonly DraftBar[]
  readonly parts: readonly DraftPart[]
  /** What is doubtful in the file. */
  readonly remarks?: readonly Remark[]
}

export type Remark = NonNullable<SongFormatReading['remarks']>[number]

export interface DraftBar {
  /** Meter, tempos, section, and the signs of repeats and jumps as they are drawn. */
  readonly masterBar: model.MasterBar
  /** Of its contents, which may be shorter or longer than the meter. */
  readonly length: number
  readonly marks: BarMarks
  readonly swing?: Swing | undefined
}

/** Two notes of `unit` share their time as `first` : 1 − `first`. */
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
  /** Tuning, capo, percussion, and how it is drawn. */
  readonly staff: model.Staff
  /** One for each bar of the score. */
  readonly bars: readonly DraftStaffBar[]
}

export interface DraftStaffBar {
  /** Clef and key. */
  readonly bar: model.Bar
  /** Beats of a voice may overlap; `buildScore` finds them another. */
  readonly voices: readonly (readonly DraftBeat[])[]
}

export interface DraftBeat {
  /** From the beginning of the bar. */
  readonly at: number
  /** 0 for grace notes. */
  readonly length: number
  /** Written value, techniques and notes. Sounding pitches, ties resolved (`tieOrigin`, `tieDestination`). No notes: a rest. */
  readonly beat: model.Beat
  readonly notes: readonly model.Note[]
}
