/** What can go wrong with a call: one of the specification's kinds, with a code and a sentence. */
import type { ProblemDocument } from '../api/problem.js'
import { FretworkError } from '../platform/fretwork-error.js'

export type ApiErrorKind = 'network' | 'timeout' | 'cancelled' | 'bad_request' | 'bad_response'

interface ApiErrorDetails {
  /** HTTP status, where there was an answer. */
  readonly status?: number
  readonly problem?: ProblemDocument
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/**
 * Why a call failed: `network` and `timeout` without an answer, else with the `status` and the `code` of the server.
 * @example const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
 */
export class ApiError extends FretworkError {
  readonly status: number | undefined
  readonly problem: ProblemDocument | undefined
  readonly retryAfter: number | undefined

  constructor(
    readonly kind: ApiErrorKind,
    code: string,
    message: string,
    { status, problem, retryAfter, cause }: ApiErrorDetails = {},
  ) {
    super(code, message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}
