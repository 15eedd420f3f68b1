import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { ProblemReport } from './file/report.js'

export interface ShownReport {
  readonly report: ProblemReport
  readonly from: string
}

export const SHOWN_REPORT =
  createToken<Store<{ readonly shown: ShownReport | undefined }>>('problem-report.shown')
