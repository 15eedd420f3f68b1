/** Errors in the terminal: one sentence on standard error, stack traces only with --verbose. */
import { codeOf, FretworkError, messageOf } from '../src/core/platform/fretwork-error.js'
import { CliError } from './cli-error.js'
import { EXIT } from './exit-codes.js'
import { plain } from './print.js'

export function printError(error: unknown, verbose: boolean): void {
  process.stderr.write(`${messageOf(error).split('\n').map(plain).join('\n')}\n`)
  if (!verbose) return
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    process.stderr.write(`${cause.stack}\n`)
}

/** Of errors that the kernel and plugins throw, by their codes. */
const BY_CODE: Readonly<Record<string, number>> = {
  command_unknown: EXIT.notFound,
  command_needs_screen: EXIT.notFound,
  input_unknown: EXIT.notFound,
  track_unknown: EXIT.notFound,
  plugin_unknown: EXIT.notFound,
  arguments_invalid: EXIT.usage,
  command_unavailable: EXIT.badInput,
  plan_needed: EXIT.badInput,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exit
  const known = BY_CODE[codeOf(error)]
  if (known !== undefined) return known
  // By name, so that the HTTP part is not loaded only to look at an error.
  if (error instanceof Error && error.name === 'ApiError') return EXIT.network
  // A refusal that has its own sentence and code is an answer to what was asked, not a fault of ours.
  return error instanceof FretworkError ? EXIT.badInput : EXIT.unexpected
}
