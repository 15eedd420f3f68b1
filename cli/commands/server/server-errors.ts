// Runs work on the server's database, and turns the server's and the file system's errors into CLI errors. Anything
// else is a bug.
import type { Client } from 'pg'
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../errors.js'

/** @throws CliError with `code` if the server or the file system refuses. */
export async function withCliErrors<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name === 'StartFailure') {
      throw new CliError(code, messageOf(error), EXIT.badInput, { cause: error })
    }
    if (error instanceof Error && 'syscall' in error && 'path' in error) {
      if (codeOf(error) === 'ENOENT') {
        const message = `The file "${String(error.path)}" does not exist; check its path.`
        throw new CliError(code, message, EXIT.notFound, { cause: error })
      }
      const message = `${String(error.path)} cannot be used: ${error.message}; use another file.`
      throw new CliError(code, message, EXIT.badInput, { cause: error })
    }
    throw error
  }
}

/** Runs `work` as the owner of the configured database, whether or not a server is running. */
export async function onDatabase<T>(code: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const [{ readConfig }, { administer }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/database/open.js'),
  ])
  return withCliErrors(code, async () => administer(readConfig(process.env), work))
}
