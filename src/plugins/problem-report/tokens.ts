import { createToken } from '../../core/platform/token.js'
import type { Lit, ProblemReport, ReportPart, ReportStep } from './file/report.js'
import type { Difference } from './replay/difference.js'
import type { Failure } from './replay/failures.js'
import type { Replayed } from './replay/replay-report.js'
import type { Shrinking } from './replay/shrink.js'

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
  /** Returns the failures that occurred while recording. */
  failures(report: ProblemReport): readonly Failure[]
  /** Returns the same name for the same fault, such as `command fretboard.clear`. */
  nameOf(failure: Failure): string
  /** @param expected MIDI notes to compare with, instead of those recorded at the end */
  difference(
    recorded: ProblemReport,
    replayed: ProblemReport,
    expected?: readonly number[],
  ): Difference | undefined
  /** Finds a smaller report with the same failure. */
  shrink(report: ProblemReport, shrinking: Shrinking): Promise<ProblemReport>
  /** Returns the lit positions by `string/fret`. @param step step index */
  neckAfter(report: ProblemReport, step: number): ReadonlyMap<string, Lit>
}

export interface ProblemReports {
  /** Captures the last two minutes. */
  capture(): Promise<ProblemReport>
  /** Requires a fresh kernel. */
  replay(report: ProblemReport): Promise<Replayed>
  tools(): Promise<ReportTools>
}

export const PROBLEM_REPORTS = createToken<ProblemReports>('problem-report.reports', {
  permission: 'journal',
})
