/** An error that ends the program with one sentence and its exit code. */
import { FretworkError } from '../src/core/platform/fretwork-error.js'
import type { EXIT } from './exit-codes.js'

type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export class CliError extends FretworkError {
  constructor(
    code: string,
    message: string,
    readonly exit: ExitCode,
    options?: { cause?: unknown },
  ) {
    super(code, message, options)
    this.name = 'CliError'
  }
}
