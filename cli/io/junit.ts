/** No dates: equal results differ in their times only. */
import { writeFile } from 'node:fs/promises'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput } from '../errors.js'

export interface JUnitCase {
  readonly name: string
  readonly group: string
  readonly failure?: string
  readonly type?: string
  /** Why it could not be checked. */
  readonly error?: string
  readonly skipped?: boolean
  readonly seconds?: number
}

async function junitXml(suiteName: string, cases: readonly JUnitCase[]): Promise<string> {
  const { default: library } = await import('junit-report-builder')
  const builder = library.newBuilder()
  const suite = builder.testSuite().name(suiteName)
  const total = cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  if (total > 0) suite.time(rounded(total))
  for (const { name, group, failure, type, error, skipped, seconds } of cases) {
    const test = suite.testCase().className(group).name(printable(name))
    const [first = ''] = (failure ?? error ?? '').split('\n')
    if (failure !== undefined) test.failure(printable(first), type).stacktrace(printable(failure))
    if (error !== undefined) test.error(printable(first)).errorAttachment(printable(error))
    if (skipped) test.skipped()
    if (seconds !== undefined) test.time(rounded(seconds))
  }
  return builder.build()
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

export async function writeJUnit(
  path: string,
  suiteName: string,
  cases: readonly JUnitCase[],
): Promise<void> {
  const xml = await junitXml(suiteName, cases)
  try {
    await writeFile(path, xml)
  } catch (cause) {
    const message = `The report cannot be written to "${path}": ${messageOf(cause)}.`
    throw badInput('report_unwritable', message, cause)
  }
}

/** Not allowed in XML 1.0 (2.2). */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '·')
}
