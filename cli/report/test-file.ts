import { dirname, join, relative } from 'node:path'
import type { ProblemReport, ReportStep } from '../../src/plugins/problem-report/tokens.js'
import type { TestStep } from './notes-after.js'

interface TestFileParts {
  readonly path: string
  readonly root: string
  readonly notes: readonly number[]
}

export function testFile(report: ProblemReport, { path, root, notes }: TestFileParts): string {
  const { settings, bendRanges, before, made, remark } = report
  const steps = report.steps.flatMap(testStep)
  const parts = [
    ...(Object.keys(settings).length > 0 ? [`settings: ${JSON.stringify(settings)},`] : []),
    ...(Object.keys(bendRanges).length > 0 ? [`bendRanges: ${JSON.stringify(bendRanges)},`] : []),
    ...(before.length > 0 ? [`before: ${JSON.stringify(before)},`] : []),
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
