import { systemCode } from '../failure.js'

/**
 * Thrown by every database access during an outage. The class distinguishes it from a client's connection
 * error, which may also be ECONNRESET.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return true
  }
  return false
}

/** @returns the driver's error, wrapped if it means that the database is unavailable */
export function ofDatabase(error: unknown): unknown {
  return isUnreachable(error) || isBusy(error) ? new DatabaseUnavailable(error) : error
}

/**
 * lock_timeout, statement_timeout and deadlock: a different transaction holds a lock, or the database is
 * overloaded.
 */
const TIMEOUTS = /^(55P03|57014|40P01)$/

/** SQLSTATE for a write to a standby or a read-only primary. */
export const READ_ONLY = '25006'

export const isReadOnly = (error: unknown) => systemCode(error) === READ_ONLY

/** Returns whether the database responded but was overloaded or blocked by a lock. */
export const isBusy = (error: unknown) => TIMEOUTS.test(systemCode(error) ?? '')

/** Ignores errors that the driver also reports by rejecting the current or next statement. */
export const ignoreReported = () => undefined

export function isUnreachable(error: unknown): boolean {
  const code = systemCode(error) ?? ''
  // 08: connection; 57P: shutting down or starting; 53: out of connections; 28 and 3D: login rejected.
  if (/^(ECONN|ENOENT|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|57P|53|28|3D)/.test(code)) {
    return true
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Recognize driver errors that have no code by their messages.
    if (
      /^Connection terminated|^timeout exceeded when trying|is not queryable$|^Query read timeout/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}
