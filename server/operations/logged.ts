// What of a request and of an error comes into the log: enough to find the cause, and no secret.

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
