/** Which answers and schema branches of the contract a check has seen, and which never. */
import { endpointErrors } from '../../../../../src/core/api/endpoint.js'
import { endpointNamed } from '../../../../../src/core/api/endpoints.js'
import type { CheckResult } from '../result.js'
import type { BranchCoverage, EndpointBranches } from './branches.js'

export interface Coverage {
  readonly endpoint: string
  /** Statuses of successes, and codes of refusals, that its entry lists. */
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
  readonly branches: EndpointBranches
}

/** What no request brings about: the server itself has to be in trouble. */
const FROM_WITHIN = ['internal_error', 'service_unavailable']

/** In the order of the results. */
export function coverageOf(results: readonly CheckResult[], branches: BranchCoverage): Coverage[] {
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
        branches: branches.of(name),
      },
    ]
  })
}

/** @example 'Seen: 310 of 702 answers of the contract, 402 of 511 branches of its schemas.' */
export function coverageSentence(coverage: readonly Coverage[]): string {
  const sum = (count: (each: Coverage) => number) => coverage.reduce((total, each) => total + count(each), 0)
  const seen = sum(each => each.seen.length)
  const answers = seen + sum(each => each.unseen.length)
  const reached = sum(each => each.branches.reached.length)
  const branches = reached + sum(each => each.branches.unreached.length)
  return `Seen: ${seen} of ${answers} answers of the contract, ${reached} of ${branches} branches of its schemas.`
}
