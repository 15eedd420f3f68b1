/** Requests of each endpoint that must be refused, whatever is in the database. */
import type { Endpoint } from '../../../../../src/core/api/endpoint.js'
import { type Run, refusedWith } from '../run.js'
import { refusalsOf } from './refusals.js'

export async function tryRefusals(run: Run, endpoint: Endpoint): Promise<void> {
  const { tenant, otherTenant, people, readOnly, endedToken, expiredToken } = run.world
  const parts = { tenant, otherTenant, jwt: people.first.jwt, endedToken, expiredToken }
  for (const { what, request, codes } of refusalsOf(endpoint, parts)) {
    if (run.isOver) return
    if (readOnly && endpoint.method !== 'GET') run.skip(endpoint, what, 'read-only')
    else await run.try(endpoint, what, request, refusedWith(codes))
  }
}
