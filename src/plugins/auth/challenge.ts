import type { FactorChallenge } from '../../core/api/problem.js'
import { ApiError } from '../../core/http/api-error.js'

export function challengeIn(error: unknown): FactorChallenge | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return undefined
  return error.problem?.secondFactor
}
