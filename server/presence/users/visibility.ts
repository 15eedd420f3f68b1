// Who sees whom: one place for the rule that search, profiles, lists and following share.
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { links, profiles, users } from '../../database/schema.js'

/** The scope of a request, or the places for it in a prepared statement. */
export interface Within {
  readonly tenant: string | Placeholder
}

/** An id, or the place for one. */
export type Viewer = string | Placeholder

/**
 * True for a row of `users` and `profiles`, joined, that `viewer` may see: a public profile of an open account whose
 * owner does not block the viewer.
 */
export function isVisibleTo(scope: Within, viewer: Viewer): SQL {
  return sql`(${profiles.public} AND ${users.suspendedAt} IS NULL AND ${users.id} NOT IN (${whoBlock(scope, viewer)}))`
}

/** The ids of those who block `viewer`. */
export function whoBlock(scope: Within, viewer: Viewer): SQL {
  return sql`SELECT from_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND to_id = ${viewer}`
}

/** The ids of those whom `viewer` blocks. */
export function blockedBy(scope: Within, viewer: Viewer): SQL {
  return sql`SELECT to_id FROM ${links} WHERE tenant = ${scope.tenant} AND kind = 'block' AND from_id = ${viewer}`
}

/** The ids of those who are suspended; a partial index holds just them. */
export function suspendedIds(scope: Within): SQL {
  return sql`SELECT id FROM ${users} WHERE tenant = ${scope.tenant} AND suspended_at IS NOT NULL`
}
