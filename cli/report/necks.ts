import { noteName } from '../../src/core/music/guitar/note-name.js'
import type { Lit, ProblemReport, ReportTools } from '../../src/plugins/problem-report/tokens.js'
import { REPLAYER } from '../../src/plugins/replay/tokens.js'
import { disposing } from '../platform/node-kernel.js'
import { reportKernel } from './report-kernel.js'
import type { Verdict } from './verdict.js'

export interface DrawnReport {
  readonly title: string
  readonly rows: readonly string[]
  readonly svg: string
}

type Shown = readonly [title: string, lit: ReadonlyMap<string, Lit>]

export async function drawnNecks(
  tools: ReportTools,
  { now, difference }: Verdict,
  again: ProblemReport,
): Promise<readonly DrawnReport[]> {
  const { view } = again
  if (!view) return []
  const [failure] = now
  const shown: Shown[] = difference
    ? [
        ['Recorded', difference.recorded],
        ['Now', difference.replayed],
      ]
    : failure
      ? [['Now', tools.neckAfter(again, failure.step)]]
      : []
  if (shown.length === 0) return []
  return disposing(reportKernel(), async kernel => {
    await kernel.host.activate('replay')
    const neck = { strings: view.strings, capo: view.capo, frets: view.capo + view.fretMax }
    const drawings = kernel.get(REPLAYER).draw(
      neck,
      shown.map(([label, lit]) => ({ label, notes: notesOf(lit) })),
    )
    return drawings.map(({ notes, rows, svg }, index) => ({
      ...{ title: `${shown[index]?.[0]}: ${notes || 'no note'}`, rows, svg },
    }))
  })
}

function notesOf(lit: ReadonlyMap<string, Lit>) {
  return [...lit].map(([key, { pitch }]) => ({
    note: { number: pitch, name: noteName(pitch).name },
    string: Number(key.split('/')[0]),
  }))
}
