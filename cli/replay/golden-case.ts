import type { GoldenDifference, GoldenOptions } from '../../src/plugins/replay/tokens.js'
import { badInput, CliError, EXIT } from '../errors.js'
import { counted } from '../io/print.js'
import type { GoldenLogs } from './golden-logs.js'
import { inFile, type Necks, type Played } from './play-file.js'

export interface GoldenCase {
  readonly file: string
  readonly golden?: string
  /** `flaky`: two runs differ from each other. */
  readonly status: 'equal' | 'written' | 'different' | 'flaky' | 'broken'
  readonly events: number
  readonly ms: number
  readonly notes: readonly string[]
  readonly exit: number
  readonly message: string
  readonly difference?: CaseDifference
}

interface CaseDifference extends Pick<GoldenDifference, 'number' | 'time' | 'fields' | 'lines' | 'later'> {
  readonly stretches: number
  readonly necks?: Necks
}

export interface Plays {
  first(onNote: (text: string) => void): Promise<Played>
  again?(): Promise<Played>
}

export interface CaseOptions extends GoldenOptions {
  readonly update?: boolean
}

export async function checkFile(
  file: string,
  plays: Plays,
  logs: GoldenLogs,
  options: CaseOptions,
): Promise<GoldenCase> {
  const began = performance.now()
  const notes: string[] = []
  const found = async (): Promise<Found> => {
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
    const message = `${file} produced no events, so there is nothing to compare. Check --from, --to and the tracks.`
    throw badInput('golden_empty', message)
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
    const message = `${file}: matches its golden log (${counted(events, 'event')})`
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

function asData(difference: GoldenDifference, necks: Necks | undefined): CaseDifference {
  const { number, time, fields, lines, later, more } = difference
  return { number, time, fields, lines, later, stretches: 1 + later.length + more, ...(necks && { necks }) }
}
