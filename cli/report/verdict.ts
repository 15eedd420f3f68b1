/** What a replay says about the problem that a report was made for. */
import type {
  Difference,
  Failure,
  ProblemReport,
  Replayed,
  ReportTools,
} from '../../src/plugins/problem-report/tokens.js'

export type VerdictWord = 'SAME' | 'FIXED' | 'STILL FAILING' | 'FAILING' | 'DIFFERENT' | 'NOT REPEATED'

export interface Verdict {
  readonly word: VerdictWord
  /** A sentence about the word. */
  readonly meaning: string
  /** In the report, as it was made. */
  readonly recorded: readonly Failure[]
  /** In its replay; steps are counted there. */
  readonly now: readonly Failure[]
  readonly difference: Difference | undefined
}

const MEANINGS: Readonly<Record<VerdictWord, string>> = {
  SAME: 'The replay shows the same, and nothing is wrong with it.',
  FIXED: 'What was wrong when the report was made is right now.',
  'STILL FAILING': 'What was wrong when the report was made is still wrong.',
  FAILING: 'Something is wrong now that was right when the report was made.',
  DIFFERENT: 'The replay shows something else; nothing is wrong with either.',
  'NOT REPEATED': 'What was wrong did not happen again; it may need a browser, a device or a server.',
}

export function verdictOf(tools: ReportTools, report: ProblemReport, { report: again }: Replayed): Verdict {
  const recorded = tools.failures(report)
  const now = tools.failures(again)
  const difference = tools.difference(report, again)
  const word = wordOf(tools, recorded, now, difference)
  return { word, meaning: MEANINGS[word], recorded, now, difference }
}

function wordOf(
  { nameOf }: ReportTools,
  recorded: readonly Failure[],
  now: readonly Failure[],
  difference: Difference | undefined,
): VerdictWord {
  const before = recorded.map(nameOf)
  if (now.length > 0) return now.some(each => before.includes(nameOf(each))) ? 'STILL FAILING' : 'FAILING'
  // The neck is repeated here as it is; errors of commands and screens may have causes that are not.
  if (recorded.some(({ rule }) => rule !== 'command' && rule !== 'error')) return 'FIXED'
  if (recorded.length > 0) return 'NOT REPEATED'
  return difference ? 'DIFFERENT' : 'SAME'
}

export function isGood({ word }: Verdict): boolean {
  return word === 'SAME' || word === 'FIXED'
}

/** What a smaller report has to have in common: the first fault that the replay shows. */
export function faultOf(tools: ReportTools, { now }: Verdict): string | undefined {
  return now[0] && tools.nameOf(now[0])
}

/** A step of the replay as the report counts it: in the replay, what is not repeated is left out. */
export function stepInReport(report: ProblemReport, again: ProblemReport, step: number): number {
  const count = again.steps.slice(0, step + 1).filter(isMessage).length
  const messages = report.steps.flatMap((each, index) => (isMessage(each) ? [index] : []))
  return messages[count - 1] ?? step
}

const isMessage = ({ kind }: ProblemReport['steps'][number]) => kind === 'midi'
