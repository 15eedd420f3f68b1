import { desc, eq, gt, isNull, ne } from 'drizzle-orm'
import * as api from '../../src/core/api/sessions.js'
import { ofTenant } from '../database/queries.js'
import { sessions } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { type EndedBy, endSessions, type LiveSession } from './sessions.js'

export function ownSessionRoutes(route: Route, { database, now }: Services): void {
  route(api.ownSessions, async ({ session, tenant }) => {
    const mine = [eq(sessions.userId, session.user.id), isNull(sessions.endedAt)]
    const rows = await database.inTenant(tenant.key, scope =>
      scope.sql
        .select()
        .from(sessions)
        .where(ofTenant(scope, sessions, ...mine, gt(sessions.expiresAt, new Date(now()))))
        .orderBy(desc(sessions.createdAt), sessions.id),
    )
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

  route(api.endOwnSession, async ({ session, tenant, params }) => {
    // Other users' sessions are treated as nonexistent.
    const own = [eq(sessions.userId, session.user.id), eq(sessions.id, params.id)]
    const ended = await database.inTenant(tenant.key, scope => endSessions(scope, 'owner', now(), ...own))
    if (ended === 0) throw new Problem('not_found')
  })

  route(api.endOtherSessions, async ({ session, tenant }) => {
    await database.inTenant(tenant.key, scope => endOtherSessions(scope, session, 'owner', now()))
  })
}

export async function endOtherSessions(scope: Scope, kept: LiveSession, endedBy: EndedBy, now: number) {
  await endSessions(scope, endedBy, now, eq(sessions.userId, kept.user.id), ne(sessions.id, kept.id))
}
