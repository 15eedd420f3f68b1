import type { Client } from 'pg'
import type { StartFailure } from '../../../server/failure.js'
import { codeOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput, CliError, notFound } from '../../errors.js'

export async function withCliErrors<T>(code: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isStartFailure(error)) throw new CliError(error.code, error.message, error.exitCode, { cause: error })
    if (error instanceof Error && 'syscall' in error && 'path' in error) {
      if (codeOf(error) === 'ENOENT') {
        throw notFound(code, `The file "${String(error.path)}" does not exist; check its path.`, error)
      }
      throw badInput(code, `${String(error.path)} cannot be used: ${error.message}; use another file.`, error)
    }
    throw error
  }
}

/** By name: the server is a separate bundle. */
const isStartFailure = (error: unknown): error is StartFailure =>
  error instanceof Error && error.name === 'StartFailure'

export async function onDatabase<T>(code: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const [{ readConfig }, { administer }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/database/open.js'),
  ])
  return withCliErrors(code, async () => administer(readConfig(process.env), work))
}
