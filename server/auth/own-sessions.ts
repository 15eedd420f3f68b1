// A user's own sessions: listing, ending one, ending all others.
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { endOtherSessions, endOwnSession, ownSessions } from '../../src/core/api/sessions.js'
import type { Scope } from '../database/connection.js'
import { sessions } from '../database/schema.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { type EndedBy, endOf } from './sessions.js'

export function ownSessionRoutes(route: Route, { database, now }: Services): void {
  route(ownSessions, async ({ session, tenant }) => {
    const rows = await database.inTenant(tenant.key, ({ sql, tenant: key }) =>
      sql
        .select()
        .from(sessions)
        .where(and(living(key, session.user.id), gt(sessions.expiresAt, new Date(now()))))
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

  route(endOwnSession, async ({ session, tenant, params }) => {
    const ended = await database.inTenant(tenant.key, scope =>
      scope.sql
        .update(sessions)
        .set(endOf('owner', now()))
        // Other users' sessions are treated as nonexistent.
        .where(and(living(scope.tenant, session.user.id), eq(sessions.id, params.id)))
        .returning({ id: sessions.id }),
    )
    if (ended.length === 0) throw new Problem('not_found')
    return undefined
  })

  route(endOtherSessions, async ({ session, tenant }) => {
    await database.inTenant(tenant.key, scope =>
      endOtherSessionsOf(scope, session.user.id, session.id, 'owner', now()),
    )
    return undefined
  })
}

/** Ends all of a user's sessions except `kept`. */
export async function endOtherSessionsOf(
  scope: Scope,
  userId: string,
  kept: string,
  endedBy: EndedBy,
  now: number,
): Promise<void> {
  await scope.sql
    .update(sessions)
    .set(endOf(endedBy, now))
    .where(and(living(scope.tenant, userId), ne(sessions.id, kept)))
}

function living(tenant: string, userId: string) {
  return and(eq(sessions.tenant, tenant), eq(sessions.userId, userId), isNull(sessions.endedAt))
}
