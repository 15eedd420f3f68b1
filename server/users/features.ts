// A user's permissions: roles, and granted or paid features. All permission checks and tokens read them here.

import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { featureOfLevel, type Level, PLAN_LEVELS, planLevelOf } from '../../src/core/contract/claims.js'
import { audit } from '../admin/audit-log.js'
import { changeRows, lockRow, ofTenant } from '../database/queries.js'
import { users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found } from '../http/problem.js'

export interface Permissions {
  readonly roles: string[]
  readonly features: string[]
}

/**
 * Selects granted features and features paid for at `now`. Table names are explicit, because Drizzle omits
 * them if a query has one table.
 */
export function featuresAt(now: number | Placeholder): SQL<string[]> {
  const at = typeof now === 'number' ? new Date(now).toISOString() : now
  return sql<string[]>`ARRAY(
    SELECT unnest("users"."features") AS feature
    UNION
    SELECT unnest(bought.features) FROM subscriptions bought
      WHERE bought.tenant = "users"."tenant" AND bought.user_id = "users"."id"
        AND bought.valid_until > ${at}::timestamptz
    ORDER BY feature)`
}

export async function permissionsOf(scope: Scope, userId: string, now: number): Promise<Permissions> {
  const [row] = await scope.sql
    .select({ roles: users.roles, features: featuresAt(now) })
    .from(users)
    .where(ofTenant(scope, users, eq(users.id, userId)))
  return row ?? { roles: [], features: [] }
}

export async function planLevelAt(scope: Scope, userId: string, now: number): Promise<Level> {
  return planLevelOf((await permissionsOf(scope, userId, now)).features) ?? 'free'
}

/**
 * Returns whether the features include `feature`. Levels include lower levels: Pro includes
 * `SubscriptionLevel.Basic`.
 */
export function hasFeature(features: readonly string[], feature: string): boolean {
  if (features.includes(feature)) return true
  const asked = PLAN_LEVELS.findIndex(level => featureOfLevel(level) === feature)
  return asked >= 0 && PLAN_LEVELS.slice(asked).some(level => features.includes(featureOfLevel(level)))
}

export const featuresOfLevel = (level: Level) => (level === 'free' ? [] : [featureOfLevel(level)])

/**
 * Sets the granted level. If the user also pays for a level, the higher one applies.
 * @throws Problem `not_found`
 */
export async function setPlanLevel(
  scope: Scope,
  userId: string,
  level: Level,
  { actor, now }: { readonly actor?: string | undefined; readonly now: number },
): Promise<void> {
  // Lock the row, so that parallel changes see this one.
  const user = found(await lockRow(scope, users, eq(users.id, userId)))
  const before = await planLevelAt(scope, userId, now)
  const levels = PLAN_LEVELS.map(featureOfLevel)
  const others = user.features.filter(feature => !levels.includes(feature))
  const features = [...others, ...featuresOfLevel(level)]
  await changeRows(scope, users, { features }, eq(users.id, userId))
  await auditPlanChange(scope, {
    userId,
    before,
    actor,
    by: actor === undefined ? 'command line' : 'hand',
    now,
  })
}

export async function auditPlanChange(
  scope: Scope,
  change: {
    readonly userId: string
    readonly before: Level
    readonly actor?: string | undefined
    readonly by: 'hand' | 'command line' | 'payment'
    readonly now: number
  },
): Promise<void> {
  const { userId, before, actor, by, now } = change
  const after = await planLevelAt(scope, userId, now)
  if (after === before) return
  const details = { from: before, to: after, by }
  await audit(scope, { actor, action: 'plan.changed', subject: userId, details })
}
