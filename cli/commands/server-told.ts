// The server's own refusals are sentences for the user; anything else is a fault of ours.
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

/** @throws CliError with `code` where the server, or the file system, refuses. */
export async function told<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'StartFailure') {
      throw new CliError(code, messageOf(error), EXIT.badInput, { cause: error })
    }
    if (error instanceof Error && 'syscall' in error && 'path' in error) {
      const message = `${String(error.path)} cannot be used: ${error.message}; name another file.`
      throw new CliError(code, message, EXIT.badInput, { cause: error })
    }
    throw error
  }
}
