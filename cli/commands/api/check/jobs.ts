/** A check in parts that do not depend on each other, so that several workers can share them. */
import { CALLS } from '../../../../src/core/api/endpoints.js'
import { tryRefusals } from './calls/refused-calls.js'
import { makeGoodCalls } from './calls/run-good-calls.js'
import { tryCases } from './cases/try-cases.js'
import type { Run } from './run.js'
import { runSequence } from './sequences/run-sequence.js'
import { SEQUENCES } from './sequences/sequences.js'

export type Job = (run: Run) => Promise<void>

interface JobOptions {
  readonly seed: number
  /** Requests per endpoint that are made from its schemas; 0 for none. */
  readonly cases: number
  readonly isWanted: (endpoint: string) => boolean
}

/** In the order of their results. The last one ends with logging out. */
export function jobsOf({ seed, cases, isWanted }: JobOptions): readonly Job[] {
  const wanted = CALLS.filter(({ name }) => isWanted(name))
  // Reading comes first: what it finds does not depend on which writes are made, so that a replay finds the same.
  const readFirst = [...wanted].sort((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))
  return [
    ...wanted.map(endpoint => (run: Run) => tryRefusals(run, endpoint)),
    ...readFirst.map(endpoint => (run: Run) => tryCases(run, endpoint, { seed, cases })),
    ...SEQUENCES.map(sequence => (run: Run) => runSequence(run, sequence)),
    makeGoodCalls,
  ]
}
