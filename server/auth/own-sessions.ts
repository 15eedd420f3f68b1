import { desc, eq, gt, isNull, ne } from 'drizzle-orm'
import * as api from '../../src/core/contract/sessions.js'
import { findRows } from '../database/queries.js'
import { sessions } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { type EndedBy, endSessions, type LiveSession } from './sessions.js'

export function ownSessionRoutes(route: Route, { database, now }: Services): void {
  const { change, read } = transactionRoutes(route, database)

  read(api.ownSessions, async (scope, { session, user }) => {
    const living = [isNull(sessions.endedAt), gt(sessions.expiresAt, new Date(now()))]
    const mine = findRows(scope, sessions, eq(sessions.userId, user.id), ...living)
    const rows = await mine.orderBy(desc(sessions.createdAt), sessions.id)
    return {
      items: rows.map(({ id, device, network, createdAt, seenAt }) => ({
        id,
        current: id === session.id,
        device,
        begunAt: createdAt.toISOString(),
        seenAt: (seenAt ?? createdAt).toISOString(),
        ...(network !== null && { network }),
      })),
    }
  })

  change(api.endOwnSession, async (scope, { user, params }) => {
    const own = [eq(sessions.userId, user.id), eq(sessions.id, params.id)]
    if ((await endSessions(scope, 'owner', now(), ...own)) === 0) throw new Problem('not_found')
  })

  change(api.endOtherSessions, (scope, { session }) => endOtherSessions(scope, session, 'owner', now()))
}

export async function endOtherSessions(scope: Scope, kept: LiveSession, endedBy: EndedBy, now: number) {
  await endSessions(scope, endedBy, now, eq(sessions.userId, kept.user.id), ne(sessions.id, kept.id))
}
