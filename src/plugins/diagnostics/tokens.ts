import { createToken } from '../../core/platform/token.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
import type { NeckDrawing } from './print/compared-necks.js'
import type { DrawnNeck, PlacedNote } from './print/drawn-neck.js'
import type { ReplayFormat, ReplayPrinter } from './print/format.js'
import type { NeckDrawingOptions } from './print/neck-drawing.js'
import type { ReplayEdits } from './replay/edit-source.js'
import type { GoldenDifference, GoldenOptions, GoldenStretch, Ignorable } from './replay/golden.js'
import type { ReplayOptions, ReplayResult, ReplayTarget } from './replay/replay.js'
import type { ReplaySource } from './replay/replay-source.js'
import type { ShownEvent } from './replay/stretches.js'
import type { Difference } from './report/difference.js'
import type { Failure } from './report/failures.js'
import type { Replayed } from './report/replay-report.js'
import type { Lit, ProblemReport, ReportPart, ReportStep } from './report/report.js'
import type { Shrinking } from './report/shrink.js'

export type {
  GoldenDifference,
  GoldenOptions,
  GoldenStretch,
  Ignorable,
  NeckDrawing,
  ReplayEdits,
  ReplayFormat,
  ReplayTarget,
  ShownEvent,
}

export type ReplayRun = Omit<ReplayOptions, 'source' | 'input' | 'clock'> &
  Partial<Pick<ReplayOptions, 'clock'>>

export interface Replayer {
  /**
   * Reads a log, or a song in any supported format.
   *
   * @param name file name, for formats that can only be detected by extension
   * @throws SentenceError, LogFileError
   */
  open(bytes: Uint8Array, name?: string): Promise<ReplaySource>
  /** Replays a source, applying the octave shift recorded in its log. */
  run(source: ReplaySource, options?: ReplayRun): Promise<ReplayResult>
  /** @throws SentenceError `part_unknown`, `from_beyond_end` */
  edit(source: ReplaySource, edits: ReplayEdits): ReplaySource
  /** Formats an event without a line break. `open` can read NDJSON. */
  format(event: MidiEvent, format: 'text' | 'ndjson'): string
  /** `open` can read JSON and NDJSON output. */
  printer(format: ReplayFormat, source: ReplaySource, drawing?: NeckDrawingOptions): ReplayPrinter
  /**
   * Compares a replay with a golden log. Returns `undefined` if they are equal.
   * @throws LogFileError
   */
  compare(
    golden: Uint8Array | readonly MidiEvent[],
    heard: readonly MidiEvent[],
    options?: GoldenOptions,
  ): GoldenDifference | undefined
  /** Draws the notes that sound at the first difference. Returns `undefined` if both necks are equal. */
  necks(
    source: ReplaySource,
    difference: Pick<GoldenDifference, 'sounding' | 'time'>,
  ): { readonly expected: NeckDrawing; readonly actual: NeckDrawing } | undefined
  draw(
    neck: DrawnNeck,
    necks: readonly { readonly label: string; readonly notes: readonly PlacedNote[] }[],
  ): readonly NeckDrawing[]
}

/** Loads the replayer when it is first needed. */
export const REPLAYER = createToken<() => Promise<Replayer>>('replay.replayer')

export type { Difference, Failure, Lit, ProblemReport, Replayed, ReportPart, ReportStep, Shrinking }

export interface ReportTools {
  /**
   * @param bytes report file, optionally compressed
   * @throws SentenceError `report_invalid`, `report_newer`
   */
  read(bytes: Uint8Array): ProblemReport
  write(report: ProblemReport): Uint8Array
  text(report: ProblemReport): string
  without(report: ProblemReport, parts: readonly ReportPart[]): ProblemReport
  failures(report: ProblemReport): readonly Failure[]
  /** Returns a name that identifies the fault, such as `command fretboard.clear`. */
  nameOf(failure: Failure): string
  /**
   * @param expected MIDI notes to compare with, instead of those recorded at the end
   * @param ignore types of differences to ignore
   */
  difference(
    recorded: ProblemReport,
    replayed: ProblemReport,
    expected?: readonly number[],
    ignore?: readonly Difference['what'][],
  ): Difference | undefined
  shrink(report: ProblemReport, shrinking: Shrinking): Promise<ProblemReport>
  /**
   * Returns the lit positions by `string/fret`.
   * @param step step index
   */
  neckAfter(report: ProblemReport, step: number): ReadonlyMap<string, Lit>
}

export interface ProblemReports {
  /** Starts recording. In the browser, the plugin calls this when it starts. */
  watch(): void
  /** Captures the last two minutes. */
  capture(): Promise<ProblemReport>
  /** Requires a fresh kernel. */
  replay(report: ProblemReport): Promise<Replayed>
  tools(): Promise<ReportTools>
}

export const PROBLEM_REPORTS = createToken<ProblemReports>('problem-report.reports', {
  permission: 'journal',
})
