import { readReport, reportText, withoutParts, writeReport } from './file/report-file.js'
import { firstDifference, shownState } from './replay/difference.js'
import { failuresOf, nameOf } from './replay/failures.js'
import { shrinkReport } from './replay/shrink.js'
import type { ReportTools } from './tokens.js'

export const reportTools: ReportTools = {
  read: readReport,
  write: writeReport,
  text: reportText,
  without: withoutParts,
  failures: failuresOf,
  nameOf,
  difference: firstDifference,
  shrink: shrinkReport,
  neckAfter(report, index) {
    const state = shownState(report)
    for (const step of report.steps.slice(0, index + 1)) state.take(step)
    return state.lit
  },
}
