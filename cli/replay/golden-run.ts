import { EXIT } from '../errors.js'
import { askLine } from '../io/ask-line.js'
import { STANDARD } from '../io/files.js'
import { printJson } from '../io/print.js'
import { type ReportFlags, writeReports } from '../io/reports.js'
import type { Endings } from './endings.js'
import { type CaseOptions, checkFile, type GoldenCase } from './golden-case.js'
import { type AskReason, goldenLogs } from './golden-logs.js'
import { exitOf, jsonCase, reportCase, textLines } from './golden-report.js'
import { type PlayOptions, playFile } from './play-file.js'

export interface GoldenFlags extends CaseOptions, ReportFlags {
  readonly golden: string
  readonly gzip?: boolean
  readonly reason?: string
  readonly json?: boolean
}

export function goldenRun(files: readonly string[], flags: GoldenFlags, endings: Endings) {
  const { golden, json } = flags
  const asks = flags.update === true && flags.reason === undefined && process.stdin.isTTY === true
  const logs = goldenLogs(files, flags, asks && !files.includes(STANDARD) ? askOnce() : undefined)
  const cases: GoldenCase[] = []
  const print = (text: string) => process.stderr.write(`${text}\n`)

  return {
    async check(file: string, options: PlayOptions) {
      const quiet = { ...options, format: undefined, onNote: () => undefined }
      const isRepeatable = file !== STANDARD && options.target === undefined
      const plays = {
        first: (onNote: (text: string) => void) => playFile(file, { ...options, onNote }, endings),
        ...(isRepeatable && { again: () => playFile(file, quiet, endings) }),
      }
      const found = await checkFile(file, plays, logs, flags)
      if (endings.signal.aborted) return
      cases.push(found)
      for (const note of found.notes) print(note)
      if (!json) for (const line of textLines(found)) print(line)
    },
    async finish(): Promise<number> {
      const equal = cases.filter(({ exit }) => exit === EXIT.ok)
      if (json) for (const each of cases) printJson(jsonCase(each))
      else if (cases.length > 1) print(`${equal.length} of ${cases.length} are as they should be.`)
      const reported = cases.map(each => reportCase(each, golden))
      await writeReports('fretwork replay', flags, reported)
      return exitOf(cases)
    },
  }
}

export type GoldenRun = ReturnType<typeof goldenRun>

function askOnce(): AskReason {
  let answer: Promise<string | undefined> | undefined
  return path => {
    const stopped = 'Stopped; no further golden log was written.'
    answer ??= askLine(`Why does "${path}" change? `, { hidden: false, stopped })
    return answer
  }
}
