// The server's own refusals are sentences for the user; anything else is a fault of ours.
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError } from '../../cli-error.js'
import { EXIT } from '../../exit-codes.js'

/** Codes of what was asked for and is not there. */
const UNKNOWN: ReadonlySet<string> = new Set(['tenant_unknown', 'provider_unknown'])

/** @throws CliError with `code` where the server, or the file system, refuses. */
export async function told<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'StartFailure') {
      const exit = UNKNOWN.has(codeOf(error)) ? EXIT.notFound : EXIT.badInput
      throw new CliError(code, messageOf(error), exit, { cause: error })
    }
    if (error instanceof Error && 'syscall' in error && 'path' in error) {
      if (codeOf(error) === 'ENOENT') {
        const message = `There is no file "${String(error.path)}"; check its path.`
        throw new CliError(code, message, EXIT.notFound, { cause: error })
      }
      const message = `${String(error.path)} cannot be used: ${error.message}; name another file.`
      throw new CliError(code, message, EXIT.badInput, { cause: error })
    }
    throw error
  }
}
