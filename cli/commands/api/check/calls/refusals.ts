/** Requests that must be refused, made from an entry of the contract alone: a new entry is checked automatically. */
import * as z from 'zod/mini'
import type { Endpoint } from '../../../../../src/core/api/endpoint.js'
import type { ErrorCode } from '../../../../../src/core/api/errors.js'
import type { Request } from '../http/wire.js'
import { NO_USER } from '../people/person.js'
import { malformedTokens } from './malformed-tokens.js'

export interface Refusal {
  /** For people: what is wrong with it. */
  readonly what: string
  readonly request: Request
  readonly codes: readonly ErrorCode[]
}

interface RefusalParts {
  readonly tenant: string
  /** A second tenant of the server, where one is known. */
  readonly otherTenant?: string | undefined
  /** From a user who may make the call, apart from what is wrong. */
  readonly jwt: string
  /** Of a session that was ended. */
  readonly endedToken: string
  /** Past its time, where one is at hand. */
  readonly expiredToken?: string | undefined
}

/** @param parts what a good call has, of which each refusal lacks one thing */
export function refusalsOf(
  endpoint: Endpoint,
  { tenant, otherTenant, jwt, endedToken, expiredToken }: RefusalParts,
): Refusal[] {
  const { method, body, params, query } = endpoint
  const guarded = endpoint.auth === 'bearer'
  const path = filled(endpoint)
  const good: Request = { method, path, tenant, ...(guarded && { jwt }), ...(body && { body: {} }) }
  const found: Refusal[] = []
  const add = (what: string, change: Partial<Request>, codes: readonly ErrorCode[]) =>
    found.push({ what, request: { ...good, ...change }, codes })

  if (endpoint.tenant !== 'none') {
    add('without a tenant', { tenant: undefined }, ['tenant_missing'])
    add('for a tenant that there is not', { tenant: 'no-such-tenant-here' }, ['tenant_unknown'])
    if (guarded && otherTenant !== undefined) {
      add('with a token of another tenant', { tenant: otherTenant }, ['unauthenticated', 'forbidden'])
    }
  }
  if (guarded) {
    add('without a token', { jwt: undefined }, ['unauthenticated'])
    for (const [what, change] of malformedTokens(jwt))
      add(what, { jwt: undefined, ...change }, ['unauthenticated'])
    add('with the token of an ended session', { jwt: endedToken }, ['session_ended'])
    if (expiredToken !== undefined) add('with an expired token', { jwt: expiredToken }, ['token_expired'])
  }
  if (params) {
    const field = /\{(\w+)\}/.exec(endpoint.path)?.[1]
    if (field)
      add(`with a broken ${field} in its path`, { path: filled(endpoint, 'not%20one') }, ['invalid_input'])
  }
  if (query) add('with a query that it does not know', { path: `${path}?noSuchField=1` }, ['invalid_input'])
  if (body) {
    const required = requiredOf(body)
    if (required.length > 0) add('with an empty body', { body: {} }, ['invalid_input'])
    add('with a field that it does not know', { body: { noSuchField: true } }, ['invalid_input'])
    add('with a list for a body', { body: [] }, ['invalid_input'])
    add('with broken JSON', { body: '{"half": ' }, ['malformed_json'])
    add('with plain text', { body: 'hello', contentType: 'text/plain' }, ['media_type_refused'])
  }
  return found
}

function requiredOf(schema: NonNullable<Endpoint['body']>): readonly string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Array.isArray(json.required) ? json.required : []
}

/** The path with something that fits its form in each brace. */
function filled({ path }: Endpoint, value?: string): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) =>
      value ?? (name === 'token' ? 'A'.repeat(43) : name === 'handle' ? 'anonymous' : NO_USER),
  )
}
