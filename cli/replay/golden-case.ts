/** One file of a golden run: played, held against its log, and played again where it differs. */
import type { GoldenDifference, GoldenOptions } from '../../src/plugins/replay/tokens.js'
import { CliError, EXIT } from '../errors.js'
import { counted } from '../io/print.js'
import type { GoldenLogs } from './golden-logs.js'
import { inFile, type Necks, type Played } from './play-file.js'

/** What became of a file. */
export interface GoldenCase {
  readonly file: string
  /** Where its golden log is, if that could be found out. */
  readonly golden?: string
  /** `flaky`: it differs, and two runs in a row differ from each other. */
  readonly status: 'equal' | 'written' | 'different' | 'flaky' | 'broken'
  readonly events: number
  /** Of playing and comparing, in milliseconds. */
  readonly ms: number
  /** What could not be read of the file. */
  readonly notes: readonly string[]
  readonly exit: number
  /** What is wrong, or what was written. */
  readonly message: string
  /** Of the first difference: from the golden log, or of a flaky file from its own run before. */
  readonly difference?: CaseDifference
}

interface CaseDifference extends Pick<GoldenDifference, 'number' | 'time' | 'fields' | 'lines' | 'later'> {
  /** All stretches, also those that are not described. */
  readonly stretches: number
  readonly necks?: Necks
}

/** How a file is played. */
export interface Plays {
  first(onNote: (text: string) => void): Promise<Played>
  /** Without printing anything; absent where it cannot be repeated, such as standard input. */
  again?(): Promise<Played>
}

export interface CaseOptions extends GoldenOptions {
  readonly update?: boolean
}

/** A CliError is what became of the file, except for one that ends the run. */
export async function checkFile(
  file: string,
  plays: Plays,
  logs: GoldenLogs,
  options: CaseOptions,
): Promise<GoldenCase> {
  const began = performance.now()
  const notes: string[] = []
  const found = async (): Promise<Omit<GoldenCase, 'ms' | 'notes'>> => {
    try {
      const played = await plays.first(text => notes.push(text))
      return await (options.update
        ? updated(file, played, logs)
        : compared(file, played, plays, logs, options))
    } catch (error) {
      if (!(error instanceof CliError) || error.exit === EXIT.interrupted) throw error
      const { message, exit } = error
      return { file, status: 'broken', events: 0, exit, message }
    }
  }
  return { ...(await found()), ms: performance.now() - began, notes }
}

type Found = Omit<GoldenCase, 'ms' | 'notes'>

async function updated(file: string, played: Played, logs: GoldenLogs): Promise<Found> {
  const golden = await logs.pathOf(file)
  const events = played.heard.length
  if (events === 0) {
    throw new CliError(
      'golden_empty',
      `${file} gave no event, so there is nothing to hold later runs against; check --from, --to and the tracks.`,
      EXIT.badInput,
    )
  }
  const written = await logs.write(golden, played.asLog())
  const message = `${file}: ${counted(events, 'event')} in ${written}`
  return { file, golden: written, status: 'written', events, exit: EXIT.ok, message }
}

async function compared(
  file: string,
  played: Played,
  { again }: Plays,
  logs: GoldenLogs,
  options: GoldenOptions,
): Promise<Found> {
  const golden = await logs.pathOf(file)
  const log = await logs.read(golden)
  const events = played.heard.length
  let difference: GoldenDifference | undefined
  try {
    difference = played.compare(log, options)
  } catch (error) {
    throw inFile(golden, error)
  }
  if (!difference) {
    const message = `${file}: as in its golden log (${counted(events, 'event')})`
    return { file, golden, status: 'equal', events, exit: EXIT.ok, message }
  }
  const other = await again?.().catch(error => {
    if (!(error instanceof CliError) || error.exit === EXIT.interrupted) throw error
    return error
  })
  if (other instanceof CliError) {
    const message = `${file} is flaky: it differs from ${golden}, and could not be played again. ${other.message}`
    return { file, golden, status: 'flaky', events, exit: EXIT.mismatch, message }
  }
  const between = other?.compare(played.heard, options)
  const shown = between ?? difference
  const at = `at line ${shown.number}, ${shown.time}:`
  return {
    ...{ file, golden, events, exit: EXIT.mismatch, status: between ? 'flaky' : 'different' },
    message: between
      ? `${file} is flaky: it differs from ${golden}, and a second run differs from the first ${at}`
      : `${file} differs from ${golden} ${at}`,
    difference: asData(shown, (between ? other : played)?.necks(shown)),
  }
}

/** Without the events, which no report shows. */
function asData(difference: GoldenDifference, necks: Necks | undefined): CaseDifference {
  const { number, time, fields, lines, later, more } = difference
  return { number, time, fields, lines, later, stretches: 1 + later.length + more, ...(necks && { necks }) }
}
