import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

type LoggedError = {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack: string
  readonly cause?: LoggedError
}

/** Maximum number of causes to follow. The chain may be circular. */
const MAX_CAUSES = 5

export const SERIALIZERS = { req: loggedRequest, err: (error: unknown) => loggedError(error) }

/** Logs the route instead of the URL, because the URL may contain tokens from emails. */
function loggedRequest(request: { method?: string; routeOptions?: { url?: string }; ip?: string }) {
  return { method: request.method, route: request.routeOptions?.url, address: request.ip }
}

/**
 * Leaves out error details: a statement's message and PostgreSQL's `detail` may contain addresses and hashes.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'A value that is not an Error was thrown.', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutParameters(error),
    ...(typeof code === 'string' && { code }),
    // A stack starts with the message. Stack frames begin with "    at ".
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

/** Removes parameter values. Drizzle's message is `Failed query: <statement>\nparams: <values>`. */
function withoutParameters(error: Error): string {
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`
  // PostgreSQL quotes values it can't parse: `invalid input syntax for type integer: "…"`.
  return 'severity' in error ? error.message.replace(/: ".*"/s, '') : error.message
}

/** Accepts request IDs from any tracing system, but no characters that could forge a log line. */
const GIVEN = /^[A-Za-z0-9._:-]{8,128}$/

/**
 * Returns a function that uses the ID set by a trusted proxy (FRETWORK_TRUSTED_PROXIES), or else creates one.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const place of trustedProxies) {
    const [address = '', bits] = place.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !GIVEN.test(given)) return randomUUID()
    const caller = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    return trusted.check(caller, isIP(caller) === 6 ? 'ipv6' : 'ipv4') ? given : randomUUID()
  }
}
