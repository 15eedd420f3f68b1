/** How the program ends: exit codes, errors of one sentence, and what the terminal shows of them. */
import { codeOf, FretworkError, messageOf } from '../src/core/platform/fretwork-error.js'
import { plain } from './io/print.js'

/** The same in every command. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  badInput: 3,
  notFound: 4,
  network: 5,
  mismatch: 6,
  interrupted: 130,
  terminated: 143,
} as const

type Exit = typeof EXIT

/** For the help and the manual. */
const EXIT_CODES: Readonly<Record<keyof Exit, string>> = {
  ok: 'success',
  unexpected: 'an internal error; please report it',
  usage: 'wrong usage of the command',
  badInput: 'a file or value is invalid',
  notFound: 'there is no such file, port, command or account',
  network: 'the server could not be reached, or refused',
  mismatch: 'compared files differ, or a check failed',
  interrupted: 'ended by Ctrl-C',
  terminated: 'ended by a signal to terminate',
}

export function exitCodesText(): string {
  const lines = Object.entries(EXIT).map(
    ([name, code]) => `  ${String(code).padEnd(5)}${EXIT_CODES[name as keyof Exit]}`,
  )
  return `Exit codes:\n${lines.join('\n')}\n`
}

/** Ends the program with one sentence and its exit code. */
export class CliError extends FretworkError {
  constructor(
    code: string,
    message: string,
    readonly exit: Exit[keyof Exit],
    options?: { cause?: unknown },
  ) {
    super(code, message, options)
    this.name = 'CliError'
  }
}

/** One sentence on standard error, with stack traces where they are asked for. */
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
