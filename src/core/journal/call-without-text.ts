import type { Endpoint } from '../api/endpoint.js'
import { problemDocument } from '../api/problem.js'
import { redacted } from './redact.js'

interface CallInput {
  readonly params?: object
  readonly query?: unknown
  readonly body?: unknown
}

export function callWithoutText(
  { params, query, body, answer }: Pick<Endpoint, 'params' | 'query' | 'body' | 'answer'>,
  input: CallInput,
  data: unknown,
): { readonly request: unknown; readonly answer: unknown } {
  const request = {
    ...(input.params && { params: redacted(input.params, params) }),
    ...(input.query !== undefined && { query: redacted(input.query, query) }),
    ...(input.body !== undefined && { body: redacted(input.body, body) }),
  }
  const refused = problemDocument.safeParse(data instanceof ArrayBuffer ? jsonOf(data) : data)
  if (refused.success) return { request, answer: { code: refused.data.code } }
  return { request, answer: redacted(data, answer) }
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
