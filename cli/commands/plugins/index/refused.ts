/** What reading a package or an index refuses, as an end of the program. */
import { Refusal, type RefusalCode } from '../../../../src/packages/refusal.js'
import { CliError, EXIT } from '../../../errors.js'

const EXITS: Partial<Record<RefusalCode, typeof EXIT.notFound | typeof EXIT.network>> = {
  plugin_not_indexed: EXIT.notFound,
  index_missing: EXIT.notFound,
  plugin_unreachable: EXIT.network,
}

/** @throws CliError in the place of a Refusal */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw asCliError(error)
    throw error
  }
}

export function asCliError(refusal: Refusal, message = refusal.message): CliError {
  return new CliError(refusal.code, message, EXITS[refusal.code] ?? EXIT.badInput, { cause: refusal })
}
