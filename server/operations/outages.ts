// Logs database outages, at most once per second. Every request fails during an outage.
import type { Server } from 'node:http'
import { oncePer } from '../database/transactions.js'
import { systemCode } from '../failure.js'

const INTERVAL_MS = 1000
/** Maximum length of a logged reason. Driver messages may contain a whole statement. */
const MAX_REASON = 200

interface Log {
  error(fields: object, message: string): void
}

class Outages {
  #next = 0
  #omitted = 0

  /** Logs a single line. A stack trace would only show the request. */
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

/** Returns the innermost cause's message, because outer messages contain the statement. */
function reasonOf(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause !== undefined) reason = reason.cause
  return reason instanceof Error ? reason.message : String(reason)
}

export const outagesOf = oncePer((_: Server) => new Outages())
