import type {
  Difference,
  Failure,
  ProblemReport,
  Replayed,
  ReportTools,
} from '../../src/plugins/diagnostics/tokens.js'

export type VerdictWord = keyof typeof MEANINGS

export interface Verdict {
  readonly word: VerdictWord
  readonly meaning: string
  readonly recorded: readonly Failure[]
  readonly now: readonly Failure[]
  readonly difference: Difference | undefined
}

const MEANINGS = {
  SAME: 'The replay matches the recording.',
  DIFFERENT: 'The replay differs from the recording: it was wrong then, or it is wrong now.',
  'AS EXPECTED': 'The expected notes are sounding at the end.',
  'NOT AS EXPECTED': 'Other notes than expected are sounding at the end.',
  'STILL FAILING': 'A command or the log reported an error when the report was made, and does so again.',
  FAILING: 'A command or the log reports an error that it did not report when the report was made.',
  'NOT REPEATED': 'The reported error could not be reproduced; it may need a browser, a device or a server.',
}

export function verdictOf(
  tools: ReportTools,
  report: ProblemReport,
  { report: again }: Pick<Replayed, 'report'>,
  expected?: readonly number[],
  ignore?: readonly Difference['what'][],
): Verdict {
  const recorded = tools.failures(report)
  const now = tools.failures(again)
  const difference = tools.difference(report, again, expected, ignore)
  const word = expected
    ? difference
      ? 'NOT AS EXPECTED'
      : 'AS EXPECTED'
    : wordOf(tools, recorded, now, difference)
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
  if (recorded.length > 0) return 'NOT REPEATED'
  return difference ? 'DIFFERENT' : 'SAME'
}

export function isGood({ word }: Verdict): boolean {
  return word === 'SAME' || word === 'AS EXPECTED'
}

export function faultOf(tools: ReportTools, { now, difference }: Verdict): string | undefined {
  if (now[0]) return tools.nameOf(now[0])
  return difference && `${difference.what} ${difference.subject}`
}

/** Maps a replay step to a report step. Replays omit steps that can't be repeated. */
export function stepInReport(report: ProblemReport, again: ProblemReport, step: number): number {
  const count = again.steps.slice(0, step + 1).filter(isMessage).length
  const messages = report.steps.flatMap((each, index) => (isMessage(each) ? [index] : []))
  return messages[count - 1] ?? step
}

const isMessage = ({ kind }: ProblemReport['steps'][number]) => kind === 'midi'
