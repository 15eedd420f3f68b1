/** Problem reports: what happened in the last two minutes, in a file that shows it again on any machine. */
import { createToken } from '../../core/platform/services/token.js'
import type { Lit, ProblemReport, ReportPart, ReportStep } from './file/report.js'
import type { Difference } from './replay/difference.js'
import type { Failure } from './replay/failures.js'
import type { Replayed } from './replay/replay-report.js'
import type { Shrinking } from './replay/shrink.js'

export type { Difference, Failure, Lit, ProblemReport, Replayed, ReportPart, ReportStep, Shrinking }

/** What can be done with a report, wherever it comes from. */
export interface ReportTools {
  /** @param bytes of a `.fretwork-report.json`, packed with gzip or not @throws SentenceError `report_invalid`, `report_newer` */
  read(bytes: Uint8Array): ProblemReport
  /** The file, packed with gzip. */
  write(report: ProblemReport): Uint8Array
  /** The file as text, one line for each step. */
  text(report: ProblemReport): string
  without(report: ProblemReport, parts: readonly ReportPart[]): ProblemReport
  /** What the program itself has reported as wrong, the first of each kind. */
  failures(report: ProblemReport): readonly Failure[]
  /** What two failures of the same fault have in common: `command fretboard.clear`. */
  nameOf(failure: Failure): string
  /**
   * The first difference between what a report says and what its replay has shown.
   * @param expected MIDI notes that had to sound at the end: they are compared instead of what was recorded
   */
  difference(
    recorded: ProblemReport,
    replayed: ProblemReport,
    expected?: readonly number[],
  ): Difference | undefined
  /** A part of a report that still fails: without what comes later, and what MIDI says cannot matter. */
  shrink(report: ProblemReport, shrinking: Shrinking): Promise<ProblemReport>
  /** What the neck showed after a step, by `string/fret`. @param step its index */
  neckAfter(report: ProblemReport, step: number): ReadonlyMap<string, Lit>
}

export interface ProblemReports {
  /** What happened in the last two minutes, as it is now. */
  capture(): Promise<ProblemReport>
  /** Sends a report's messages and commands through this kernel, which must be a new one, and reports what came of it. */
  replay(report: ProblemReport): Promise<Replayed>
  /** They are loaded with the first report. */
  tools(): Promise<ReportTools>
}

/** @example const report = await get(PROBLEM_REPORTS).capture() */
export const PROBLEM_REPORTS = createToken<ProblemReports>('problem-report.reports', {
  permission: 'journal',
})
