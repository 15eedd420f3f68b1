import { createToken } from '../../core/platform/services/token.js'
import type { Lit, ProblemReport, ReportPart, ReportStep } from './file/report.js'
import type { Difference } from './replay/difference.js'
import type { Failure } from './replay/failures.js'
import type { Replayed } from './replay/replay-report.js'
import type { Shrinking } from './replay/shrink.js'

export type { Difference, Failure, Lit, ProblemReport, Replayed, ReportPart, ReportStep, Shrinking }

export interface ReportTools {
  /** @param bytes perhaps packed @throws SentenceError `report_invalid`, `report_newer` */
  read(bytes: Uint8Array): ProblemReport
  write(report: ProblemReport): Uint8Array
  text(report: ProblemReport): string
  without(report: ProblemReport, parts: readonly ReportPart[]): ProblemReport
  /** Failures that the program reported. */
  failures(report: ProblemReport): readonly Failure[]
  /** Equal for the same fault: `command fretboard.clear`. */
  nameOf(failure: Failure): string
  /** @param expected MIDI notes to compare instead of the recorded end */
  difference(
    recorded: ProblemReport,
    replayed: ProblemReport,
    expected?: readonly number[],
  ): Difference | undefined
  /** Finds a smaller report that still fails. */
  shrink(report: ProblemReport, shrinking: Shrinking): Promise<ProblemReport>
  /** The neck by `string/fret`. @param step index */
  neckAfter(report: ProblemReport, step: number): ReadonlyMap<string, Lit>
}

export interface ProblemReports {
  /** The last two minutes. */
  capture(): Promise<ProblemReport>
  /** Needs a new kernel. */
  replay(report: ProblemReport): Promise<Replayed>
  tools(): Promise<ReportTools>
}

export const PROBLEM_REPORTS = createToken<ProblemReports>('problem-report.reports', {
  permission: 'journal',
})
