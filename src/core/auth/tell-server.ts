/** The server's part of a log-out: it is told where it can be reached, and the user waits no longer than that is worth. */
import { logout } from '../api/auth.js'
import type { ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { ClockPort } from '../platform/ports.js'

/** No call has a time limit (specification, section 7), and a log-out is the user's to decide. */
const AT_MOST_MS = 5000

interface Parts {
  readonly api: ApiClient
  readonly clock: ClockPort
  readonly log: Logger
  /** Renews a token that has expired: with it the server would end no session. */
  readonly renew: () => Promise<unknown>
  /** Whether it is still this session that shall end. */
  readonly current: () => boolean
}

/** Never throws, and takes 5 s at most. @returns whether the session has ended there, as far as can be known */
export async function tellServer(parts: Parts): Promise<boolean> {
  let patience: Disposable | undefined
  const tooLong = new Promise<boolean>(resolve => {
    patience = parts.clock.after(AT_MOST_MS, () => resolve(false))
  })
  const told = await Promise.race([tell(parts), tooLong])
  patience?.dispose()
  return told
}

async function tell({ api, log, renew, current }: Parts): Promise<boolean> {
  try {
    await renew()
    if (current()) await api.call(logout)
    return true
  } catch (error) {
    // A log-out that fails on the server is ignored (specification, section 4).
    log.warn('The server could not be told of the log-out', error)
    // Refused as nobody's: there it was over already.
    return error instanceof ApiError && error.status === 401
  }
}
