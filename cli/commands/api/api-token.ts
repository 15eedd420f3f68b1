/** `fretwork api token`: the access token of the login that is kept, for programs such as curl. */
import { tenantJson } from '../../../src/core/api/tenant.js'
import { hasExpired } from '../../../src/core/auth/claims.js'
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import { CliError, EXIT } from '../../errors.js'
import { printLine } from '../../io/print.js'
import { serverOf } from '../../platform/environments.js'
import type { ServerOptions } from '../server/server-option.js'
import { answered, requireSession, session } from './api.js'

/** A token that expires sooner is renewed: the call that it is printed for takes time, too. */
const VALID_FOR_MS = 60_000

/** @throws CliError `not_logged_in`, `session_ended`, or `network` where a server that must renew it has no answer */
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
  // A server that is gone is noticed at once: the renewal itself is tried again for a minute.
  await answered(options, kernel.api.call(tenantJson))
  if (await kernel.auth.refresh()) return
  throw new CliError(
    'session_ended',
    `The session at ${serverOf(options).baseUrl} has ended; run "fretwork api login --email ADDRESS" again.`,
    EXIT.network,
  )
}
