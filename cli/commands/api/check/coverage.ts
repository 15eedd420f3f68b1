/** Which answers of the contract a check has seen, and which never. */
import { endpointErrors } from '../../../../src/core/api/endpoint.js'
import { endpointNamed } from '../../../../src/core/api/endpoints.js'
import type { CheckResult } from './check.js'

export interface Coverage {
  readonly endpoint: string
  /** Statuses of successes, and codes of refusals, that its entry lists. */
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
}

/** What no request brings about: the server itself has to be in trouble. */
const FROM_WITHIN = ['internal_error', 'service_unavailable']

/** In the order of the results. */
export function coverageOf(results: readonly CheckResult[]): Coverage[] {
  const names = [...new Set(results.map(({ endpoint }) => endpoint))]
  return names.flatMap(name => {
    const endpoint = endpointNamed(name)
    if (!endpoint) return []
    const promised = [String(endpoint.status), ...endpointErrors(endpoint)].filter(
      answer => !FROM_WITHIN.includes(answer),
    )
    const answers = new Set(results.filter(each => each.endpoint === name).map(({ answer }) => answer))
    return [
      {
        endpoint: name,
        seen: promised.filter(answer => answers.has(answer)),
        unseen: promised.filter(answer => !answers.has(answer)),
      },
    ]
  })
}

/** @example 'Seen: 310 of 702 answers of the contract.' */
export function coverageSentence(coverage: readonly Coverage[]): string {
  const seen = coverage.reduce((sum, each) => sum + each.seen.length, 0)
  const all = coverage.reduce((sum, each) => sum + each.seen.length + each.unseen.length, 0)
  return `Seen: ${seen} of ${all} answers of the contract.`
}
