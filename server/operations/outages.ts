// Says in the log that the database is unavailable, once a second at most: during an outage every request fails.
import type { Server } from 'node:http'
import { oncePer } from '../database/transactions.js'
import { systemCode } from '../failure.js'

const INTERVAL_MS = 1000
/** The database's own words are short; a driver's may contain a whole statement. */
const MAX_REASON = 200

interface Log {
  error(fields: object, message: string): void
}

class Outages {
  #next = 0
  #omitted = 0

  /** Logs one line without stack traces, which would only show the requests. */
  report(log: Log, error: unknown, message = 'The database is unavailable.'): void {
    const at = performance.now()
    if (at < this.#next) {
      this.#omitted += 1
      return
    }
    const omitted = this.#omitted
    this.#next = at + INTERVAL_MS
    this.#omitted = 0
    const code = systemCode(error)
    const fields = {
      reason: reasonOf(error).slice(0, MAX_REASON),
      ...(code !== undefined && { code }),
      ...(omitted > 0 && { omitted }),
    }
    log.error(fields, message)
  }
}

/** Of the innermost cause: those around it quote the statement. */
function reasonOf(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause !== undefined) reason = reason.cause
  return reason instanceof Error ? reason.message : String(reason)
}

export const outagesOf = oncePer((_: Server) => new Outages())
