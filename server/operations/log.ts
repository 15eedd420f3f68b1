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

/** A limit for circular chains of causes. */
const MAX_CAUSES = 5

export const SERIALIZERS = { req: loggedRequest, err: (error: unknown) => loggedError(error) }

/** By route, not by URL: some URLs contain tokens from emails. */
function loggedRequest(request: { method?: string; routeOptions?: { url?: string }; ip?: string }) {
  return { method: request.method, route: request.routeOptions?.url, address: request.ip }
}

/** Without its data: a failed statement's message, PostgreSQL's `detail` and others may quote addresses and hashes. */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'A value that is not an Error was thrown.', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutParameters(error),
    ...(typeof code === 'string' && { code }),
    // The first lines of a stack repeat the message; its locations begin with "    at ".
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}

/** Drizzle writes `Failed query: <statement>\nparams: <values>`; the statement contains only $1, $2 … */
function withoutParameters(error: Error): string {
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`
  // PostgreSQL quotes values it cannot parse: `invalid input syntax for type integer: "…"`.
  return 'severity' in error ? error.message.replace(/: ".*"/s, '') : error.message
}

/** Long enough for any tracing system's id, and nothing that could forge a log line. */
const GIVEN = /^[A-Za-z0-9._:-]{8,128}$/

/** The id that a trusted proxy sent (FRETWORK_TRUSTED_PROXIES), otherwise a new one. */
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
