import { createToken } from '../../core/platform/services/token.js'
import type { Store } from '../../core/platform/store.js'
import type { ProblemReport } from './file/report.js'

/** The report to save, and the page to return to. */
export interface ShownReport {
  readonly report: ProblemReport
  readonly from: string
}

export const SHOWN_REPORT =
  createToken<Store<{ readonly shown: ShownReport | undefined }>>('problem-report.shown')
