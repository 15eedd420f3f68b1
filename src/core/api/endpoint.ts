// An entry of the wire contract, read by client calls, server routes, CLI subcommands and OpenAPI.
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A schema whose parsed value is a T; its input, e.g. query strings, may be anything. */
export type Schema<T> = z.ZodMiniType<T, unknown>

/** What an entry says; `undefined` for a part that the call does not have. */
interface EndpointParts<P, Q, B, A> {
  /** Unique, `<area>.<verb>`: `auth.login`. */
  readonly name: string
  /** One line for the API page and the CLI's help. */
  readonly summary: string
  /** `header` (the default): refused without X-Tenant. `none`: answered without one. */
  readonly tenant?: 'header' | 'none'
  readonly params?: Schema<P>
  readonly query?: Schema<Q>
  readonly body?: Schema<B>
  /** Maximum body size in bytes; 64 KB by default. */
  readonly bodyLimit?: number
  /** How much of an account's calls per minute it takes: 1 by default, more for what costs more, 0 for none. */
  readonly cost?: number
  /** Where the account has a second factor, it must have been shown in this session within the last ten minutes. */
  readonly dangerous?: true
  readonly answer?: Schema<A>
  /** The answer is bytes of this type instead of JSON; A is a Uint8Array. An event stream goes on until it is closed. */
  readonly media?: 'image/png' | 'text/event-stream'
}

/** One call. `P`, `Q`, `B` and `A` are the values of path parameters, query, body and answer. */
export interface Endpoint<P = unknown, Q = unknown, B = unknown, A = unknown>
  extends EndpointParts<P, Q, B, A> {
  readonly method: Method
  /** Absolute, with parameters in braces: `/presence/api/v1/auth/verify/{token}`. */
  readonly path: string
  readonly auth: 'none' | 'bearer'
  /** The HTTP status on success. */
  readonly status: number
  /** Error codes specific to this call, in addition to those of every call (`endpointErrors`). */
  readonly errors: readonly ErrorCode[]
}

/**
 * Types an entry by its schemas. Unless it says otherwise, it needs a session and answers with 200. The build drops
 * entries that a page does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<P = undefined, Q = undefined, B = undefined, A = undefined>({
  route,
  ...entry
}: EndpointParts<P, Q, B, A> &
  Partial<Pick<Endpoint, 'auth' | 'status' | 'errors'>> & {
    /** Method and path: `GET /tenant.json`. */
    readonly route: `${Method} /${string}`
  }): Endpoint<P, Q, B, A> {
  const [method, path] = route.split(' ') as [Method, string]
  return { auth: 'bearer', status: 200, errors: [], ...entry, method, path }
}

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { [key in K]?: T }
    : { [key in K]: T }

/** The input of a call: `{ params, query, body }`, as far as the endpoint has them. */
type CallInput<P, Q, B> = Part<'params', P> & Part<'query', Q> & Part<'body', B>

/** The rest parameters of a call: the input is optional if nothing in it is required. */
export type CallArguments<P, Q, B> =
  Partial<CallInput<P, Q, B>> extends CallInput<P, Q, B>
    ? [input?: CallInput<P, Q, B>]
    : [input: CallInput<P, Q, B>]

/**
 * Fills the braces of a path, each value percent-encoded.
 * @example pathOf(verify, { token: 'a/b' }) // '/presence/api/v1/auth/verify/a%2Fb'
 * @throws TypeError when a parameter is missing or empty: the path would name another call.
 */
export function pathOf(endpoint: Pick<Endpoint, 'name' | 'path'>, params?: object): string {
  const values = new Map(Object.entries(params ?? {}))
  return endpoint.path.replace(/\{(\w+)\}/g, (_braces, key: string) => {
    const value = values.get(key)
    if (value === undefined || value === '') {
      throw new TypeError(`${endpoint.name} needs the path parameter "${key}"; pass it in params.`)
    }
    return encodeURIComponent(String(value))
  })
}

/** All error codes of a call: its own and those implied by its form. */
export function endpointErrors(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = []
  if ((endpoint.tenant ?? 'header') === 'header') codes.push('tenant_missing', 'tenant_unknown')
  if (endpoint.auth === 'bearer') codes.push('unauthenticated', 'token_expired', 'session_ended')
  if (endpoint.dangerous) codes.push('second_factor_needed')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid_input')
  // Also for calls without a body: an unexpected body is parsed before the route is known.
  if (endpoint.method !== 'GET') codes.push('malformed_json', 'body_too_large', 'media_type_refused')
  codes.push(...endpoint.errors, 'internal_error', 'service_unavailable')
  return [...new Set(codes)]
}
