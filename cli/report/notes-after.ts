import { dirname, join, relative } from 'node:path'
import type { ProblemReport, ReportStep } from '../../src/plugins/diagnostics/tokens.js'
import { replayReport } from './report-kernel.js'

/** Test step: `90 40 64`, a message with its port and string, a command, or changed settings. */
export type TestStep =
  | string
  | { readonly midi: string; readonly port?: string; readonly string?: number; readonly at?: number }
  | { readonly command: string; readonly args?: unknown }
  | { readonly settings: string; readonly changed: Readonly<Record<string, unknown>> }

interface Scenario {
  readonly settings?: ProblemReport['settings']
  readonly bendRanges?: Readonly<Record<string, number>>
  readonly before?: ProblemReport['before']
  readonly steps: readonly TestStep[]
}

export async function notesAfter(scenario: Scenario): Promise<readonly number[]> {
  const { settings = {}, bendRanges = {}, before = [], steps } = scenario
  const report: ProblemReport = {
    ...{ format: 'fretwork-report', version: 1, made: '', app: { version: '', host: 'node' } },
    ...{ user: { loggedIn: true }, plugins: [], cut: false },
    // Settings determine the neck, so any view will do.
    view: { strings: [64], capo: 0, fretMin: 0, fretMax: 12, onePlace: false },
    ...{ settings: { ...settings }, bendRanges: { ...bendRanges }, before: [...before] },
    steps: steps.map(reportStep),
  }
  const { report: again } = await replayReport(report)
  return again.steps.findLast(({ shown }) => shown?.notes)?.shown?.notes ?? again.start?.notes ?? []
}

function reportStep(step: TestStep): ReportStep {
  if (typeof step === 'string') return reportStep({ midi: step })
  if ('command' in step) return { kind: 'command', at: 0, id: step.command, args: step.args }
  if ('settings' in step)
    return { kind: 'settings', at: 0, section: step.settings, changed: { ...step.changed } }
  const { midi: raw, port = 'in', at = 0, string } = step
  return { kind: 'midi', at, port, raw, time: '12:00:00:000', ...(string !== undefined && { string }) }
}

export function scenarioOf({ settings, bendRanges, before, steps }: ProblemReport): Scenario {
  const isFilled = (part: object) => Object.keys(part).length > 0
  return {
    ...(isFilled(settings) && { settings }),
    ...(isFilled(bendRanges) && { bendRanges }),
    ...(isFilled(before) && { before }),
    steps: steps.flatMap(testStep),
  }
}

/** @param root root folder of the checkout */
export function testFile(
  { made, remark }: ProblemReport,
  { steps, ...state }: Scenario,
  path: string,
  root: string,
  notes: readonly number[],
) {
  const parts = [
    ...Object.entries(state).map(([name, value]) => `${name}: ${JSON.stringify(value)},`),
    'steps: [',
    ...steps.map(step => `  ${typeof step === 'string' ? `'${step}'` : JSON.stringify(step)},`),
    '],',
  ]
  const folder = relative(dirname(path), join(root, 'cli/report')).replaceAll('\\', '/')
  const from = `${folder.startsWith('.') ? folder : `./${folder}`}/notes-after.js`
  const about = `From a problem report of ${made.slice(0, 10)}`
  const what = steps.length === 1 ? '1 step' : `${steps.length} steps`
  return `/** ${comment(about)}.${remark ? ` ${comment(remark)}` : ''} */
import { expect, it } from 'vitest'
import { notesAfter } from '${from}'

it('the right notes sound after ${what}', async () => {
  const notes = await notesAfter({
${parts.map(line => `    ${line}`).join('\n')}
  })
  expect(notes).toEqual(${JSON.stringify(notes)})
})
`
}

function testStep(step: ReportStep): TestStep[] {
  if (step.kind === 'command')
    return [{ command: step.id, ...(step.args !== undefined && { args: step.args }) }]
  if (step.kind === 'settings') return [{ settings: step.section, changed: step.changed }]
  if (step.kind !== 'midi') return []
  const { raw, port, string, at } = step
  const isPlain = port === 'in' && string === undefined && at === 0
  if (isPlain) return [raw]
  return [{ midi: raw, port, ...(at !== 0 && { at }), ...(string !== undefined && { string }) }]
}

function comment(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '* /')
}
