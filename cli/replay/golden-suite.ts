/** Golden runs: each file held against the log that it should give; together they are one suite. */
import { basename } from 'node:path'
import type { GoldenDifference, GoldenOptions } from '../../src/plugins/replay/tokens.js'
import { CliError, EXIT } from '../errors.js'
import { type ReportCase, writeHtmlReport } from '../io/html-report.js'
import { writeJUnit } from '../io/junit.js'
import { counted, shellQuoted } from '../io/print.js'
import { goldenLogs } from './golden-logs.js'
import { inFile, type Played } from './play-file.js'

interface GoldenFlags extends GoldenOptions {
  readonly golden: string
  readonly update: boolean
  readonly junit?: string
  readonly html?: string
  readonly gzip?: boolean
  readonly reason?: string
}

interface Case {
  readonly file: string
  readonly said: 'equal' | 'written' | 'different' | 'broken'
  readonly events: number
  readonly lines: readonly string[]
  readonly exit: number
}

/** @throws CliError `golden_names` where a file is named twice */
export function goldenSuite(files: readonly string[], flags: GoldenFlags) {
  const logs = goldenLogs(files, flags)
  const cases: Case[] = []
  const tell = (text: string) => process.stderr.write(`${text}\n`)

  const check = async (file: string, played: Played): Promise<Case> => {
    const path = await logs.pathOf(file)
    const events = played.heard.length
    if (flags.update) {
      if (events === 0) {
        throw new CliError(
          'golden_empty',
          `${file} gave no event, so there is nothing to hold later runs against; check --from, --to and the tracks.`,
          EXIT.badInput,
        )
      }
      const written = await logs.write(path, played.asLog())
      return {
        file,
        said: 'written',
        events,
        lines: [`${counted(events, 'event')} in ${written}`],
        exit: EXIT.ok,
      }
    }
    const golden = await logs.read(path)
    let difference: GoldenDifference | undefined
    try {
      difference = played.compare(golden, flags)
    } catch (error) {
      throw inFile(path, error)
    }
    if (!difference) return { file, said: 'equal', events, lines: [], exit: EXIT.ok }
    return {
      ...({ file, said: 'different', events, exit: EXIT.mismatch } as const),
      lines: [`${file} differs from ${path} at event ${difference.number}:`, ...difference.lines],
    }
  }
  const take = (each: Case) => {
    cases.push(each)
    if (each.said === 'equal') tell(`${each.file}: as in its golden log (${counted(each.events, 'event')})`)
    else if (each.said === 'written') tell(`${each.file}: ${each.lines.join(' ')}`)
    else for (const line of each.lines) tell(line)
  }
  const addError = (file: string, { message, exit }: CliError) =>
    take({ file, said: 'broken', events: 0, lines: [message], exit })

  return {
    async add(file: string, played: Played) {
      try {
        take(await check(file, played))
      } catch (error) {
        if (!(error instanceof CliError)) throw error
        addError(file, error)
      }
    },
    /** A file that could not be played counts as failed, and the suite goes on. */
    addError,
    /** @returns the exit code */
    async finish(): Promise<number> {
      const failed = cases.filter(({ exit }) => exit !== EXIT.ok)
      if (cases.length > 1) tell(`${cases.length - failed.length} of ${cases.length} are as they should be.`)
      if (flags.junit !== undefined) {
        await writeJUnit(flags.junit, 'fretwork replay', cases.map(junitCase))
      }
      if (flags.html !== undefined) {
        const shown = cases.map(each => reportCase(each, flags.golden))
        await writeHtmlReport(flags.html, 'fretwork replay', shown)
      }
      // A file that is not what it should be says more than one that only sounds different.
      return failed.find(({ said }) => said === 'broken')?.exit ?? failed[0]?.exit ?? EXIT.ok
    },
  }
}

export type GoldenSuite = ReturnType<typeof goldenSuite>

function reportCase({ file, said, lines }: Case, golden: string): ReportCase {
  const outcome = said === 'different' ? 'failed' : said === 'broken' ? 'broken' : 'ok'
  const repeat = `fretwork replay --fast --golden ${shellQuoted(golden)} ${shellQuoted(file)}`
  return { name: file, group: 'golden', outcome, lines, repeat }
}

function junitCase({ file, said, lines }: Case) {
  const text = lines.join('\n')
  return {
    name: basename(file),
    group: 'golden',
    ...(said === 'different' && { failure: text }),
    ...(said === 'broken' && { error: text }),
  }
}
