/** One fault from the playing in which it shows to the messages that it needs. */
import { replayReport, reportTools } from '../../../cli/report/report-kernel.js'
import { faultOf, type VerdictWord, verdictOf } from '../../../cli/report/verdict.js'
import type { ProblemReport } from '../../../src/plugins/problem-report/tokens.js'
import { violationsOf } from '../../plugins/problem-report/oracle/violations.js'
import type { MidiFault } from './midi-faults.js'
import { playing } from './playing.js'

export interface FaultRun {
  readonly name: string
  /** What MIDI and the neck do not allow. */
  readonly violations: readonly string[]
  /** What the replay says while the fault is on, of the whole report and of the smaller one, and of that without it. */
  readonly faulty: VerdictWord
  readonly small: VerdictWord
  readonly mended: VerdictWord
  /** Steps in the smaller report. */
  readonly steps: number
}

const MESSAGES = 300

/** The report is of a program without the fault, as after an update that brings one. */
export async function runFault({ name, on }: MidiFault, seed: number): Promise<FaultRun> {
  const tools = await reportTools()
  const judged = async (report: ProblemReport) => verdictOf(tools, report, await replayReport(report))
  const report = tools.read(tools.write((await replayReport(played(seed))).report))
  const off = on()
  try {
    const again = await replayReport(report)
    const verdict = verdictOf(tools, report, again)
    const small = await tools.shrink(report, {
      at: verdict.difference?.step ?? report.steps.length - 1,
      fails: async candidate => faultOf(tools, await judged(candidate)) === faultOf(tools, verdict),
    })
    const { word } = await judged(small)
    off()
    const mended = (await judged(small)).word
    const { steps } = small
    return {
      name,
      violations: violationsOf(again.report),
      faulty: verdict.word,
      small: word,
      mended,
      steps: steps.length,
    }
  } finally {
    off()
  }
}

export function played(seed: number): ProblemReport {
  return {
    ...{ format: 'fretwork-report', version: 1, made: '', app: { version: '', host: 'node' } },
    ...{ user: { loggedIn: true }, plugins: [], cut: false, settings: {}, bendRanges: {}, before: [] },
    view: { strings: [64], capo: 0, fretMin: 0, fretMax: 12, onePlace: false },
    steps: playing(seed, MESSAGES).map(({ port, bytes, string }, index) => ({
      kind: 'midi' as const,
      ...{ at: index * 20, port, time: '12:00:00:000' },
      raw: bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' '),
      ...(string !== undefined && { string }),
    })),
  }
}
