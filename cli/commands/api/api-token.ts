import { tenantJson } from '../../../src/core/api/tenant.js'
import { hasExpired } from '../../../src/core/auth/claims.js'
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import { EXIT } from '../../errors.js'
import { printLine } from '../../io/print.js'
import type { ServerOptions } from '../server/server-option.js'
import { answered, requireSession, sessionEnded, withSession } from './api.js'

/** More time than the call needs that the token is printed for. */
const VALID_FOR_MS = 60_000

/** @throws CliError `not_logged_in`, `session_ended`, or `network` if the server cannot renew it */
export function token(options: ServerOptions): Promise<number> {
  return withSession(options, async kernel => {
    requireSession(kernel, options)
    const { claims } = kernel.auth
    const expiresSoon = claims !== undefined && hasExpired(claims, Date.now() + VALID_FOR_MS)
    if (expiresSoon) await renew(kernel, options)
    printLine(kernel.auth.currentJwt() ?? '')
    return EXIT.ok
  })
}

async function renew(kernel: Kernel, options: ServerOptions): Promise<void> {
  // Notices an unreachable server at once: the renewal itself retries for a minute.
  await answered(options, kernel.api.call(tenantJson))
  if (await kernel.auth.refresh()) return
  throw sessionEnded(options)
}
