// Turns whatever went wrong into a problem document (RFC 9457): a code, a sentence, a request id, never a stack.
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ERRORS, type ErrorCode, type ProblemDocument } from '../../src/core/api/errors.js'
import { isUnreachable } from '../database/open.js'

interface Extra {
  readonly errors?: NonNullable<ProblemDocument['errors']>
  readonly headers?: Readonly<Record<string, string>>
}

/** What a handler throws to refuse a request. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly code: ErrorCode,
    readonly extra: Extra = {},
  ) {
    super(ERRORS[code].detail)
  }
}

/** What Fastify itself refuses, in our codes. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_refused',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
}

/** @returns `internal_error` for everything that nobody foresaw. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnreachable(error)) return new Problem('service_unavailable', { headers: { 'retry-after': '5' } })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? '')
    const errors = error.validation.map(({ instancePath, message }) => ({
      // '/settings/name' within the body becomes 'body.settings.name'.
      path: [place, ...instancePath.split('/').filter(part => part !== '')].join('.'),
      message: message ?? '',
    }))
    return new Problem('invalid_input', { errors })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  const known = FASTIFY_CODES[code ?? '']
  if (known) return new Problem(known)
  // The JSON parser's own: broken text, or a key such as __proto__.
  if (error instanceof SyntaxError && statusCode === 400) return new Problem('malformed_json')
  // What is left of 4xx is the file server's, about addresses that no file can have.
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
  }
}

/** Answers with the problem and writes to the log what only we should know. */
export async function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const problem = problemOf(error)
  const { status } = ERRORS[problem.code]
  if (status >= 500 && problem.code !== 'not_implemented') request.log.error({ err: error }, problem.message)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  await reply
    .code(status)
    .headers(problem.extra.headers ?? {})
    .header('cache-control', 'no-store')
    // The hooks have not run where the router itself refuses.
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(documentOf(problem, request.id)))
}
