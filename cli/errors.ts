import { codeOf, FretworkError, messageOf } from '../src/core/platform/fretwork-error.js'
import { plain } from './io/print.js'

const EXIT_CODES = {
  ok: [0, 'success'],
  unexpected: [1, 'an internal error; please report it'],
  usage: [2, 'wrong usage of the command'],
  badInput: [3, 'a file, value or setting is invalid'],
  notFound: [4, 'file, port, command, account or tenant not found'],
  network: [5, 'the server or its database could not be reached, or rejected the request'],
  mismatch: [6, 'compared files differ, or a check failed'],
  interrupted: [130, 'interrupted by Ctrl-C'],
  terminated: [143, 'terminated by a signal'],
} as const satisfies Readonly<Record<string, readonly [code: number, meaning: string]>>

type ExitName = keyof typeof EXIT_CODES
type Exit = { readonly [Name in ExitName]: (typeof EXIT_CODES)[Name][0] }

export const EXIT = Object.fromEntries(
  Object.entries(EXIT_CODES).map(([name, [code]]) => [name, code]),
) as unknown as Exit

export function exitCodesText(): string {
  const lines = Object.values(EXIT_CODES).map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`)
  return `Exit codes:\n${lines.join('\n')}\n`
}

/** Combines the exit codes of several checks. A difference takes precedence over an unreadable file. */
export function worstOf(exits: readonly number[]): number {
  return exits.find(exit => exit === EXIT.mismatch) ?? exits.find(exit => exit !== EXIT.ok) ?? EXIT.ok
}

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

const endingWith = (exit: Exit[keyof Exit]) => (code: string, message: string, cause?: unknown) =>
  new CliError(code, message, exit, { cause })

export const wrongUsage = endingWith(EXIT.usage)
export const badInput = endingWith(EXIT.badInput)
export const notFound = endingWith(EXIT.notFound)
export const refusedByServer = endingWith(EXIT.network)

export function printError(error: unknown, verbose: boolean): void {
  process.stderr.write(`${messageOf(error).split('\n').map(plain).join('\n')}\n`)
  if (!verbose) return
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    process.stderr.write(`${cause.stack}\n`)
}

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
  // Check the name instead of the class, so that the HTTP code isn't loaded.
  if (error instanceof Error && error.name === 'ApiError') return EXIT.network
  // A rejection with a code is a result, not an internal error.
  return error instanceof FretworkError ? EXIT.badInput : EXIT.unexpected
}
