// Who sees whom: one place for the rule that search, profiles, lists and following share.
import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../database/connection.js'
import { links, profiles, users } from '../../database/schema.js'

/**
 * True for a row of `users` and `profiles`, joined, that `viewer` may see: a public profile of an open account whose
 * owner does not block the viewer.
 */
export function isVisibleTo(scope: Scope, viewer: string): SQL {
  return sql`(${profiles.public} AND ${users.suspendedAt} IS NULL AND ${users.id} NOT IN (${whoBlock(scope, viewer)}))`
}

/** The ids of those who block `viewer`. */
export function whoBlock(scope: Scope, viewer: string): SQL {
  return sql`SELECT from_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND to_id = ${viewer}`
}

/** The ids of those whom `viewer` blocks. */
export function blockedBy(scope: Scope, viewer: string): SQL {
  return sql`SELECT to_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND from_id = ${viewer}`
}

/** The ids of those who are suspended; a partial index holds just them. */
export function suspendedIds(scope: Scope): SQL {
  return sql`SELECT id FROM ${users} WHERE tenant = ${scope.tenant} AND suspended_at IS NOT NULL`
}
