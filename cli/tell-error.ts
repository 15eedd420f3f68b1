/** Errors in the terminal: one sentence on standard error, the rest only with --verbose. */
import { messageOf } from '../src/core/platform/fretwork-error.js'
import { CliError } from './cli-error.js'
import { EXIT } from './exit-codes.js'

export function tellError(error: unknown, verbose: boolean): void {
  process.stderr.write(`${messageOf(error)}\n`)
  if (!verbose) return
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    process.stderr.write(`${cause.stack}\n`)
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exit
  // By name, so that the HTTP part is not loaded only to look at an error.
  if (error instanceof Error && error.name === 'ApiError') return EXIT.network
  return EXIT.unexpected
}
