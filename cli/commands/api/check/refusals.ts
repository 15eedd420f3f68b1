import type { Endpoint } from '../../../../src/core/contract/endpoint.js'
import type { ErrorCode } from '../../../../src/core/contract/errors.js'
import { parsedJson } from '../../../../src/core/platform/json.js'
import { fieldsOf, NO_USER } from './people.js'
import type { Request } from './wire.js'

export interface Refusal {
  readonly what: string
  readonly request: Request
  readonly codes: readonly ErrorCode[]
}

interface RefusalParts {
  readonly tenant: string
  readonly otherTenant?: string | undefined
  readonly jwt: string
  readonly endedToken: string
}

export function refusalsOf(endpoint: Endpoint, { tenant, otherTenant, jwt, endedToken }: RefusalParts) {
  const { method, body, params, query } = endpoint
  const guarded = endpoint.auth === 'bearer'
  const path = filled(endpoint)
  const good: Request = { method, path, tenant, ...(guarded && { jwt }), ...(body && { body: {} }) }
  const found: Refusal[] = []
  const add = (what: string, change: Partial<Request>, codes: readonly ErrorCode[]) =>
    found.push({ what, request: { ...good, ...change }, codes })

  if (endpoint.tenant !== 'none') {
    add('without a tenant', { tenant: undefined }, ['tenant_missing'])
    add('for an unknown tenant', { tenant: 'no-such-tenant-here' }, ['tenant_unknown'])
    if (guarded && otherTenant !== undefined)
      add('with a token of another tenant', { tenant: otherTenant }, ['unauthenticated', 'forbidden'])
  }
  if (guarded) {
    add('without a token', { jwt: undefined }, ['unauthenticated'])
    for (const [what, change] of malformedTokens(jwt))
      add(what, { jwt: undefined, ...change }, ['unauthenticated'])
    add('with the token of an ended session', { jwt: endedToken }, ['session_ended'])
  }
  if (params) {
    const field = /\{(\w+)\}/.exec(endpoint.path)?.[1]
    if (field)
      add(`with a broken ${field} in its path`, { path: filled(endpoint, 'not%20one') }, ['invalid_input'])
  }
  if (query) add('with an unknown query parameter', { path: `${path}?noSuchField=1` }, ['invalid_input'])
  if (body) {
    add('with an unknown field', { body: { noSuchField: true } }, ['invalid_input'])
    add('with a list for a body', { body: [] }, ['invalid_input'])
    add('with broken JSON', { body: '{"half": ' }, ['malformed_json'])
    add('with plain text', { body: 'hello', contentType: 'text/plain' }, ['media_type_refused'])
  }
  return found
}

function filled({ path }: Endpoint, value?: string): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) =>
      value ?? (name === 'token' ? 'A'.repeat(43) : name === 'handle' ? 'anonymous' : NO_USER),
  )
}

export function malformedTokens(jwt: string): readonly (readonly [what: string, change: Partial<Request>])[] {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  const changed = encoded({
    ...fieldsOf(parsedJson(Buffer.from(claims, 'base64url').toString())),
    exp: 4_102_444_800,
  })
  return [
    ['with an unsigned token', { jwt: `${head}.${claims}.${'A'.repeat(86)}` }],
    ['with a token without a signature', { jwt: `${head}.${claims}.` }],
    // RFC 8725, 2.1: the server chooses the algorithm, never the token.
    [
      'with a token of the algorithm “none”',
      { jwt: `${encoded({ alg: 'none', typ: 'at+jwt' })}.${claims}.` },
    ],
    ['with a token whose claims were changed', { jwt: `${head}.${changed}.${signature}` }],
    ['with a token that is text', { jwt: 'text' }],
    ['with another kind of authorization', { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }],
  ]
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
