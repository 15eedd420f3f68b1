import { tenantJson } from '../../../src/core/api/tenant.js'
import { hasExpired } from '../../../src/core/auth/claims.js'
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import { EXIT, refusedByServer } from '../../errors.js'
import { printLine } from '../../io/print.js'
import { serverOf } from '../../platform/environments.js'
import type { ServerOptions } from '../server/server-option.js'
import { answered, requireSession, session } from './api.js'

/** More time than the call needs that the token is printed for. */
const VALID_FOR_MS = 60_000

export async function token(options: ServerOptions): Promise<number> {
  const kernel = session(options)
  try {
    requireSession(kernel, options)
    if (expiresSoon(kernel)) await renew(kernel, options)
    printLine(kernel.auth.currentJwt() ?? '')
    return EXIT.ok
  } finally {
    kernel.dispose()
  }
}

function expiresSoon({ auth }: Kernel): boolean {
  return auth.claims !== undefined && hasExpired(auth.claims, Date.now() + VALID_FOR_MS)
}

async function renew(kernel: Kernel, options: ServerOptions): Promise<void> {
  // Notices an unreachable server at once: the renewal itself retries for a minute.
  await answered(options, kernel.api.call(tenantJson))
  if (await kernel.auth.refresh()) return
  throw refusedByServer(
    'session_ended',
    `The session at ${serverOf(options).baseUrl} has ended; run "fretwork api login --email ADDRESS" again.`,
  )
}
