// What the log contains: requests by route, errors without their data, and the id of each request.
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

/** A chain of causes has an end in practice; one that bites its tail has none. */
const DEEPEST = 5

export const LOGGED = { req: loggedRequest, err: (error: unknown) => loggedError(error) }

/** By route, not by address: mail tokens are part of some addresses. */
function loggedRequest(request: { method?: string; routeOptions?: { url?: string }; ip?: string }) {
  return { method: request.method, route: request.routeOptions?.url, address: request.ip }
}

/**
 * An error without what was in hand when it happened. A failed statement's message carries its parameters, such
 * as addresses and hashes, and PostgreSQL's `detail` quotes the row; other properties may hold anything.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something else than an Error was thrown.', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutParameters(error),
    ...(typeof code === 'string' && { code }),
    // The first lines of a stack repeat the message, however long; its places begin with "    at ".
    stack: (error.stack ?? '').split('\n').filter(isPlace).join('\n'),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: loggedError(error.cause, depth + 1) }),
  }
}

/** Drizzle writes `Failed query: <statement>\nparams: <values>`; the statement has only $1, $2 … in it. */
function withoutParameters(error: Error): string {
  if ('query' in error && typeof error.query === 'string') return `Failed query: ${error.query}`
  // PostgreSQL quotes a value that it cannot read: `invalid input syntax for type integer: "…"`.
  return 'severity' in error ? error.message.replace(/: ".*"/s, '') : error.message
}

const isPlace = (text: string) => /^\s+at /.test(text)

/** Long enough for any tracing system's id, and nothing that could forge a line in a log. */
const GIVEN = /^[A-Za-z0-9._:-]{8,128}$/

/** @param trustedProxies addresses or networks, as FRETWORK_TRUSTED_PROXIES lists them */
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
