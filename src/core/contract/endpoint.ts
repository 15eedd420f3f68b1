import * as z from 'zod/mini'
import type { ErrorCode } from './errors.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Schema<T> = z.ZodMiniType<T, unknown>

interface EndpointParts<P, Q, B, A> {
  readonly summary: string
  readonly tenant?: 'header' | 'none'
  readonly params?: Schema<P>
  readonly query?: Schema<Q>
  readonly body?: Schema<B>
  /** Maximum request size, bytes; default: 64 KB. */
  readonly bodyLimit?: number
  /** Cost in the account's rate limit; default: 1. Calls with cost 0 are not limited. */
  readonly cost?: number
  /**
   * Requires a second-factor confirmation within the last ten minutes, if the account has a second factor.
   */
  readonly dangerous?: true
  readonly answer?: Schema<A>
  /** Response type other than JSON. An event stream stays open until one side closes it. */
  readonly media?: 'image/png' | 'application/x-ndjson' | 'text/event-stream'
}

export interface Endpoint<P = unknown, Q = unknown, B = unknown, A = unknown>
  extends EndpointParts<P, Q, B, A> {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly auth: 'none' | 'bearer'
  readonly status: number
  /** Error codes specific to this endpoint. `endpointErrors` adds the common ones. */
  readonly errors: readonly ErrorCode[]
}

/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<P = undefined, Q = undefined, B = undefined, A = undefined>(
  name: string,
  route: `${Method} /${string}`,
  entry: EndpointParts<P, Q, B, A> & Partial<Pick<Endpoint, 'auth' | 'status' | 'errors'>>,
): Endpoint<P, Q, B, A> {
  const [method, path] = route.split(' ') as [Method, string]
  return { auth: 'bearer', status: 200, errors: [], ...entry, name, method, path }
}

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { [key in K]?: T }
    : { [key in K]: T }

type CallInput<P, Q, B> = Part<'params', P> & Part<'query', Q> & Part<'body', B>

export type CallArguments<P, Q, B> =
  Partial<CallInput<P, Q, B>> extends CallInput<P, Q, B>
    ? [input?: CallInput<P, Q, B>]
    : [input: CallInput<P, Q, B>]

/** @throws TypeError if a parameter is missing or empty: the path would match another endpoint */
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

export function endpointErrors(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = []
  if ((endpoint.tenant ?? 'header') === 'header') codes.push('tenant_missing', 'tenant_unknown')
  if (endpoint.auth === 'bearer') codes.push('unauthenticated', 'token_expired', 'session_ended')
  if (endpoint.dangerous) codes.push('second_factor_needed')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid_input')
  // Endpoints without a body can return these too: the body is parsed before the route is known.
  if (endpoint.method !== 'GET') codes.push('malformed_json', 'body_too_large', 'media_type_refused')
  codes.push(...endpoint.errors, 'internal_error', 'service_unavailable')
  return [...new Set(codes)]
}

/** Text that PostgreSQL can store: no NUL, no lone surrogates. */
export function text(min: number, max: number) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine(
      value => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
      'contains an invalid character',
    ),
  )
}

export const visibleName = z.refine<string>(
  value => /[\p{L}\p{N}\p{P}\p{S}]/u.test(value) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value),
  'is not a valid name',
)

export const personName = text(1, 200).check(
  z.refine(value => [...value].length <= 100, 'is longer than 100 characters'),
  visibleName,
)

/** At most 254 characters (SMTP, RFC 5321, 4.5.3.1.3). */
export const emailAddress = z.email().check(z.maxLength(254))

/** Counts code points, so that an emoji is one character. */
function passwordText(min: number, max: number) {
  return text(min, 2 * max).check(
    z.refine(value => {
      const { length } = [...value]
      return min <= length && length <= max
    }, `is not ${min} to ${max} characters long`),
  )
}

/** Existing password. Only the length is checked, because the password may predate the current rules. */
export const givenPassword = passwordText(1, 256)

export const newPassword = passwordText(8, 256)

export const userId = z.uuid()

export const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const language = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))

export const pageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))

/** `next` from the previous page; undefined for the first page. */
export const pageCursor = z.optional(z.string().check(z.regex(/^[\w-]{1,1000}$/)))

/** ISO 8601 date and time, without year 0, which PostgreSQL does not support. */
export const time = z.iso.datetime().check(z.regex(/^(?!0000)/))

/** SHA-256 in lowercase hexadecimal. */
export const fileHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
