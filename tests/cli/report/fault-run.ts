/** One fault from the playing in which it shows to the few messages that it needs. */

import { replayReport, reportTools } from '../../../cli/report/report-kernel.js'
import { faultOf, type VerdictWord, verdictOf } from '../../../cli/report/verdict.js'
import type { ProblemReport } from '../../../src/plugins/problem-report/tokens.js'
import type { MidiFault } from './midi-faults.js'
import { playing } from './playing.js'

export interface FaultRun {
  readonly name: string
  /** What the report names; undefined where the fault was not found. */
  readonly found: string | undefined
  /** What the replay says while the fault is on, and without it. */
  readonly faulty: VerdictWord
  readonly mended: VerdictWord
  /** Steps in the smallest report that still fails. */
  readonly steps: number
}

const MESSAGES = 300

export async function runFault(fault: MidiFault, seed: number): Promise<FaultRun> {
  const tools = await reportTools()
  const off = fault.on()
  let found: string | undefined
  let faulty: VerdictWord = 'SAME'
  let small: ProblemReport | undefined
  let saved: Uint8Array
  try {
    // What the browser does: play, notice, save.
    const seen = await replayReport(played(seed))
    saved = tools.write(seen.report)
    const report = tools.read(saved)
    const verdict = verdictOf(tools, report, await replayReport(report))
    faulty = verdict.word
    found = faultOf(tools, verdict)
    if (found !== undefined) {
      small = await tools.shrink(report, {
        fails: async candidate => {
          const { report: again } = await replayReport(candidate)
          return tools.failures(again).some(failure => tools.nameOf(failure) === found)
        },
      })
    }
  } finally {
    off()
  }
  const report = tools.read(saved)
  const mended = verdictOf(tools, report, await replayReport(report)).word
  return { name: fault.name, found, faulty, mended, steps: small?.steps.length ?? Number.NaN }
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
