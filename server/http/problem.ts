// Converts every error to a problem document (RFC 9457) with code, message and request ID, but never a stack
// trace.

import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ERRORS, type ErrorCode } from '../../src/core/contract/errors.js'
import type { ProblemDocument } from '../../src/core/contract/problem.js'
import { isDatabaseUnavailable } from '../database/unavailable.js'
import { outagesOf } from '../operations/outages.js'

interface Extra {
  readonly errors?: NonNullable<ProblemDocument['errors']>
  readonly secondFactor?: NonNullable<ProblemDocument['secondFactor']>
  readonly headers?: Readonly<Record<string, string>>
  /** Log message for the operator. */
  readonly notice?: string | undefined
}

export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly code: ErrorCode,
    readonly extra: Extra = {},
  ) {
    super(ERRORS[code].detail)
  }
}

/** Returns the value. @throws Problem `not_found` if it is undefined */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not_found')
  return value
}

export const tooMany = () => new Problem('rate_limited', { headers: { 'retry-after': '1' } })

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_refused',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error))
    return new Problem('service_unavailable', { headers: { 'retry-after': '5' } })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? '')
    const errors = error.validation.map(({ instancePath, message }) => ({
      // Converts '/settings/name' in the body to 'body.settings.name'.
      path: [place, ...instancePath.split('/').filter(part => part !== '')].join('.'),
      message: message ?? '',
    }))
    return new Problem('invalid_input', { errors })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  const known = FASTIFY_CODES[code ?? '']
  if (known) return new Problem(known)
  // The client closed the connection before sending the whole body. This isn't a server error, and no one
  // reads the response.
  if (code === 'ECONNRESET' && statusCode === 400) return new Problem('request_unreadable')
  // The JSON parser rejected malformed text or a key such as __proto__.
  if (error instanceof SyntaxError && statusCode === 400) return new Problem('malformed_json')
  // Other 4xx errors come from the file server and mean an invalid path.
  return new Problem(statusCode !== undefined && statusCode < 500 ? 'not_found' : 'internal_error')
}

export function documentOf(problem: Problem, requestId: string): ProblemDocument {
  const { status, detail } = ERRORS[problem.code]
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code: problem.code,
    requestId,
    ...(problem.extra.errors && { errors: problem.extra.errors }),
    ...(problem.extra.secondFactor && { secondFactor: problem.extra.secondFactor }),
  }
}

export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error)
  const { status } = ERRORS[problem.code]
  if (isDatabaseUnavailable(error)) outagesOf(request.server.server).report(request.log, error)
  else if (status >= 500 && problem.code !== 'not_implemented')
    request.log.error({ err: error }, problem.message)
  if (problem.extra.notice !== undefined) request.log.warn(problem.extra.notice)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  await reply
    .code(status)
    .headers(problem.extra.headers ?? {})
    .header('cache-control', 'no-store')
    // Errors from the router itself bypass the hooks.
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(documentOf(problem, request.id)))
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_slow',
}

/**
 * Writes a problem directly to the socket of a request that Node could not parse, and closes the connection.
 */
export function sendUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // If a response has already started, a second one would be read as part of it.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy()
    return
  }
  const problem = new Problem(CODES[error.code ?? ''] ?? 'request_unreadable')
  const id = randomUUID()
  const { status } = ERRORS[problem.code]
  const body = JSON.stringify(documentOf(problem, id))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
