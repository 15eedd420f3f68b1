import type { FactorChallenge, ProblemDocument } from '../contract/problem.js'
import { FretworkError } from '../platform/fretwork-error.js'

export type ApiErrorKind = 'network' | 'timeout' | 'cancelled' | 'bad_request' | 'bad_response'

interface ApiErrorDetails {
  readonly status?: number
  readonly problem?: ProblemDocument
  readonly retryAfter?: number
  readonly cause?: unknown
}

/**
 * Error from a server call. The codes `network` and `timeout` mean that there was no response. Other errors
 * have the server's `status` and `code`.
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

/** Returns false if the server refused the call or was unreachable. */
export const isFault = (error: unknown): boolean =>
  error instanceof ApiError ? error.kind === 'bad_response' : !(error instanceof FretworkError)

export function challengeIn(error: unknown): FactorChallenge | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return undefined
  return error.problem?.secondFactor
}
