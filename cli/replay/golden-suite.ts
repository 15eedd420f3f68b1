/** The files of a golden run as one suite: each is reported as it comes, all of them at the end. */
import { EXIT } from '../errors.js'
import { writeHtmlReport } from '../io/html-report.js'
import { writeJUnit } from '../io/junit.js'
import { printJson } from '../io/print.js'
import type { GoldenCase } from './golden-case.js'
import { exitOf, jsonCase, junitCase, reportCase, shortLine, textLines } from './golden-report.js'

export interface SuiteFlags {
  readonly golden: string
  readonly json?: boolean
  readonly junit?: string
  readonly html?: string
}

export function goldenSuite({ golden, json, junit, html }: SuiteFlags) {
  /** By file, in their order; a later run of one takes the place of the one before. */
  const cases = new Map<string, GoldenCase>()
  const tell = (text: string) => process.stderr.write(`${text}\n`)

  /** @throws CliError `report_unwritable` */
  const writeReports = async () => {
    const all = [...cases.values()]
    if (junit !== undefined) await writeJUnit(junit, 'fretwork replay', all.map(junitCase))
    if (html !== undefined) {
      const shown = all.map(each => reportCase(each, golden))
      await writeHtmlReport(html, 'fretwork replay', shown)
    }
  }
  return {
    take(each: GoldenCase) {
      cases.set(each.file, each)
      for (const note of each.notes) tell(note)
      if (!json) for (const line of textLines(each)) tell(line)
    },
    /** One more run of a file: a line, and the reports as they are now. */
    async takeAgain(each: GoldenCase) {
      cases.set(each.file, each)
      tell(shortLine(each))
      await writeReports()
    },
    /** @returns the exit code */
    async finish(): Promise<number> {
      const all = [...cases.values()]
      const failed = all.filter(({ exit }) => exit !== EXIT.ok)
      if (json) for (const each of all) printJson(jsonCase(each))
      else if (all.length > 1) tell(`${all.length - failed.length} of ${all.length} are as they should be.`)
      await writeReports()
      return exitOf(all)
    },
  }
}

export type GoldenSuite = ReturnType<typeof goldenSuite>
