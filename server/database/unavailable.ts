import { systemCode } from '../failure.js'

/** Thrown by every database access, to distinguish it from a client's reset connection (also ECONNRESET). */
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

/** @returns the error, wrapped if the database itself is the reason. Only for errors of the driver. */
export function ofDatabase(error: unknown): unknown {
  return isUnreachable(error) || isBusy(error) ? new DatabaseUnavailable(error) : error
}

/** lock_timeout, statement_timeout and deadlock: someone else holds a lock, or the database is too busy. */
const TIMEOUTS = /^(55P03|57014|40P01)$/

/** SQLSTATE of a write to a standby, or to a primary that was made read-only. */
export const READ_ONLY = '25006'

export const isReadOnly = (error: unknown) => systemCode(error) === READ_ONLY

/** Whether the database answered, and only had too much to do. */
export const isBusy = (error: unknown) => TIMEOUTS.test(systemCode(error) ?? '')

/** For errors that the driver also reports by rejecting the current or the next statement. */
export const ignoreReported = () => undefined

export function isUnreachable(error: unknown): boolean {
  const code = systemCode(error) ?? ''
  // Class 08: connection; 57P: shutting down or starting; 53: out of connections; 28 and 3D: login refused.
  if (/^(ECONN|ENOENT|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|57P|53|28|3D)/.test(code)) {
    return true
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Errors of the driver without a code.
    if (
      /^Connection terminated|^timeout exceeded when trying|is not queryable$|^Query read timeout/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}
