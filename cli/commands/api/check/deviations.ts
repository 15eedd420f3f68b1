import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, endpointErrors } from '../../../../src/core/contract/endpoint.js'
import { ERRORS, type ErrorCode } from '../../../../src/core/contract/errors.js'
import { problemDocument } from '../../../../src/core/contract/problem.js'
import { parsedJson } from '../../../../src/core/platform/json.js'
import type { Answer } from './wire.js'

const BEFORE_THE_CALL: readonly ErrorCode[] = [
  'origin_refused',
  'host_refused',
  'not_implemented',
  // Response to a malformed parameter such as `%zz`.
  'not_found',
]

export function deviationsOf(endpoint: Endpoint, answer: Answer): string[] {
  const found = answer.status < 400 ? ofSuccess(endpoint, answer) : ofRefusal(endpoint, answer)
  // Login and account responses must not be cached (OWASP ASVS 5.0, 14.3.2).
  if (endpoint.tenant !== 'none' && !String(answer.headers['cache-control'] ?? '').includes('no-store'))
    found.push('is cacheable')
  return found.map(each => `${endpoint.name}: the answer with ${answer.status} ${each}`)
}

function ofSuccess({ status, answer: schema, media }: Endpoint, { status: given, headers, text }: Answer) {
  const found: string[] = []
  if (given !== status) found.push(`should have ${status}`)
  if (media) {
    if (!isOfType(headers, media)) found.push(`isn’t declared as ${media}`)
    return found
  }
  if (!schema) {
    if (text !== '') found.push('has a body, but the contract defines none')
    return found
  }
  if (!isOfType(headers, 'application/json')) found.push('is not said to be JSON')
  const json = parsedJson(text)
  const checked = schema.safeParse(json)
  if (!checked.success) found.push(`doesn’t match its schema: ${JSON.stringify(checked.error.issues)}`)
  else if (!isDeepStrictEqual(checked.data, json)) found.push('has fields that aren’t in its schema')
  return found
}

function ofRefusal(endpoint: Endpoint, { status, headers, text }: Answer): string[] {
  const checked = problemDocument.safeParse(parsedJson(text))
  if (!checked.success) return ['is not a problem document']
  const found: string[] = []
  const { code, status: said, requestId } = checked.data
  if (!isOfType(headers, 'application/problem+json')) found.push('is not said to be a problem document')
  if (said !== status) found.push(`says ${said} within`)
  if (requestId === undefined || requestId !== headers['x-request-id']) found.push('has no request ID')
  if (/\n\s*at |node_modules|\.[cm]?[jt]s:\d+/.test(text))
    found.push('exposes internal details of the server')
  if (!Object.hasOwn(ERRORS, code)) return [...found, `has the code ${code}, which is unknown`]
  const known = ERRORS[code as ErrorCode]
  if (known.status !== status) found.push(`has the code ${code}, which is for ${known.status}`)
  if (![...endpointErrors(endpoint), ...BEFORE_THE_CALL].some(each => each === code))
    found.push(`has the code ${code}, which isn’t listed for this call`)
  return found
}

function isOfType(headers: Answer['headers'], type: string): boolean {
  return String(headers['content-type'] ?? '').split(';')[0] === type
}
