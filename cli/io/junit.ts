/** Results as JUnit XML, which every pipeline reads. Without times and dates: the same results give the same bytes. */
import { writeFile } from 'node:fs/promises'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../errors.js'

interface JUnitCase {
  readonly name: string
  readonly group: string
  /** It is not as it should be. */
  readonly failure?: string
  /** It could not be found out. */
  readonly error?: string
  readonly skipped?: boolean
}

async function junitXml(suiteName: string, cases: readonly JUnitCase[]): Promise<string> {
  const { default: library } = await import('junit-report-builder')
  const builder = library.newBuilder()
  const suite = builder.testSuite().name(suiteName)
  for (const { name, group, failure, error, skipped } of cases) {
    const test = suite.testCase().className(group).name(printable(name))
    const [first = ''] = (failure ?? error ?? '').split('\n')
    if (failure !== undefined) test.failure(printable(first)).stacktrace(printable(failure))
    if (error !== undefined) test.error(printable(first)).errorAttachment(printable(error))
    if (skipped) test.skipped()
  }
  // The library dates a suite by the machine's clock.
  return builder.build().replace(/ (timestamp|time)="[^"]*"/g, '')
}

export async function writeJUnit(
  path: string,
  suiteName: string,
  cases: readonly JUnitCase[],
): Promise<void> {
  const xml = await junitXml(suiteName, cases)
  try {
    await writeFile(path, xml)
  } catch (cause) {
    throw new CliError(
      'report_unwritable',
      `The report cannot be written to "${path}": ${messageOf(cause)}.`,
      EXIT.badInput,
      { cause },
    )
  }
}

/** XML has no place for other control characters (XML 1.0, 2.2). */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being replaced
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '·')
}
