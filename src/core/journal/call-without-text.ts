/** A call to the server as the journal keeps it. Loaded with the first call, not with the page. */
import type { Endpoint } from '../api/endpoint.js'
import { problemDocument } from '../api/problem.js'
import { redactedBy } from './redact.js'

interface CallInput {
  readonly params?: object
  readonly query?: unknown
  readonly body?: unknown
}

/** @param data the body of the answer as it was received */
export function callWithoutText(
  { params, query, body, answer }: Pick<Endpoint, 'params' | 'query' | 'body' | 'answer'>,
  input: CallInput,
  data: unknown,
): { readonly request: unknown; readonly answer: unknown } {
  const request = {
    ...(input.params && { params: redactedBy(params, input.params) }),
    ...(input.query !== undefined && { query: redactedBy(query, input.query) }),
    ...(input.body !== undefined && { body: redactedBy(body, input.body) }),
  }
  const refused = problemDocument.safeParse(data)
  // The code says what went wrong.
  if (refused.success) return { request, answer: { code: refused.data.code } }
  return { request, answer: redactedBy(answer, data) }
}
