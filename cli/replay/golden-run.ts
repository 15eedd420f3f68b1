/** A golden run: its files one after the other or in threads, then again as they change. */
import { availableParallelism } from 'node:os'
import { askLine } from '../io/ask-line.js'
import { STANDARD } from '../io/files.js'
import type { Endings } from './endings.js'
import { type CaseOptions, checkFile } from './golden-case.js'
import { type AskReason, goldenLogs } from './golden-logs.js'
import { goldenSuite, type SuiteFlags } from './golden-suite.js'
import { type PlayOptions, playFile } from './play-file.js'

export interface GoldenFlags extends CaseOptions, SuiteFlags {
  readonly gzip?: boolean
  readonly reason?: string
  /** Files at the same time; as many as there are processors unless given. */
  readonly jobs?: number
  readonly watch?: boolean
}

/** Starting a thread and loading the code in it takes as long as this many short files. */
const FILES_PER_JOB = 32

/** @throws CliError `golden_names` where a file is named twice */
export function goldenRun(
  files: readonly string[],
  flags: GoldenFlags,
  options: PlayOptions,
  endings: Endings,
) {
  const asks = flags.update === true && flags.reason === undefined && process.stdin.isTTY === true
  const logs = goldenLogs(files, flags, asks && !files.includes(STANDARD) ? askOnce() : undefined)
  const suite = goldenSuite(flags)
  const isOneAtATime =
    options.format !== undefined || options.target !== undefined || options.clock !== undefined
  const usual = Math.min(availableParallelism(), Math.floor(files.length / FILES_PER_JOB))
  const jobs =
    isOneAtATime || asks || files.includes(STANDARD) ? 1 : Math.min(flags.jobs ?? usual, files.length)

  const check = (file: string, its: PlayOptions = options) => {
    // Nothing is printed, or sent to an instrument, a second time.
    const quiet = { ...its, format: undefined, onNote: () => undefined }
    const isRepeatable = file !== STANDARD && options.target === undefined
    const plays = {
      first: (onNote: (text: string) => void) => playFile(file, { ...its, onNote }, endings),
      ...(isRepeatable && { again: () => playFile(file, quiet, endings) }),
    }
    return checkFile(file, plays, logs, flags)
  }

  return {
    /** More than one where threads are worth their start. */
    jobs: jobs > 1 ? jobs : undefined,
    /** @throws CliError where the run cannot go on */
    async check(file: string, its: PlayOptions) {
      const found = await check(file, its)
      // A file that was cut off has no result.
      if (!endings.signal.aborted) suite.take(found)
    },
    async inThreads() {
      const { checkInThreads } = await import('./golden-threads.js')
      const { edits, fast, rounds, tailMs } = options
      const work = { files, flags: plainFlags(flags), play: { edits, fast, rounds, tailMs } }
      await checkInThreads(work, jobs, endings.signal, suite.take)
    },
    /** @returns the exit code; with `--watch` only when it is ended */
    async finish(): Promise<number> {
      const exit = await suite.finish()
      if (!flags.watch) return exit
      const { watchFiles } = await import('./golden-watch.js')
      const paths = new Map<string, string[]>()
      for (const file of files) paths.set(file, [file, ...logs.possible(await logs.pathOf(file))])
      process.stderr.write(
        `Watching ${files.length === 1 ? files[0] : `${files.length} files`}; Ctrl-C ends.\n`,
      )
      const again = async (changed: ReadonlySet<string>) => {
        for (const file of files) {
          if (!changed.has(file)) continue
          const found = await check(file)
          if (endings.signal.aborted) return
          await suite.takeAgain(found)
        }
      }
      await watchFiles(paths, again, { signal: endings.signal })
      endings.rethrow()
      return endings.exit
    },
  }
}

export type GoldenRun = ReturnType<typeof goldenRun>

/** The first answer is that for all logs. */
function askOnce(): AskReason {
  let answer: Promise<string | undefined> | undefined
  return path => {
    const stopped = 'Stopped; no further golden log was written.'
    answer ??= askLine(`Why does "${path}" change? `, { hidden: false, stopped })
    return answer
  }
}

/** What a thread has to know of the flags. */
function plainFlags({ golden, gzip, reason, update, toleranceMs, ignore }: GoldenFlags) {
  return { golden, gzip, reason, update, toleranceMs, ignore }
}
