import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SharingPerson } from '../../src/core/contract/sharing.js'
import { isIn, ofTenant } from '../database/queries.js'
import {
  assignmentStudents,
  assignments,
  groupMembers,
  links,
  profiles,
  sharePeople,
  shares,
  studyGroups,
  users,
} from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { theirProfiles } from '../users/public-profiles.js'

/**
 * Condition for a link from one user to another. Users are UUIDs or columns of the outer query.
 * Avoids EXISTS, because the planner may then collect all links of one user first.
 */
export function isLinked(
  scope: Scope,
  kind: 'follow' | 'block',
  from: SQLWrapper | string,
  to: SQLWrapper | string,
): SQL {
  return sql`(SELECT true FROM ${links} WHERE tenant = ${scope.tenant} AND from_id = ${from}
    AND kind = ${kind} AND to_id = ${to}) IS NOT NULL`
}

/** Condition for `users` rows that are not suspended and have no block in either direction. */
export function isOnTerms(scope: Scope, viewer: string): SQL {
  return sql`(${users.suspendedAt} IS NULL AND NOT ${isLinked(scope, 'block', users.id, viewer)}
    AND NOT ${isLinked(scope, 'block', viewer, users.id)})`
}

/**
 * Condition for joined `shares`, `users` and `profiles` rows that the viewer can see, including the viewer's
 * own.
 */
export function isSharedWith(scope: Scope, viewer: string): SQL {
  const isChosen = sql`(SELECT true FROM ${sharePeople} WHERE tenant = ${scope.tenant}
    AND share_id = ${shares.id} AND user_id = ${viewer})`
  return sql`(${shares.ownerId} = ${viewer} OR (${shares.removedAt} IS NULL AND ${isOnTerms(scope, viewer)}
    AND ((${shares.audience} = 'public' AND ${profiles.public}) OR (${shares.audience} = 'people' AND ${isChosen}))))`
}

/** Condition for `users` and `profiles` rows that the user may share with: public profiles and followers. */
const isOpenTo = (scope: Scope, user: string): SQL =>
  sql`(${profiles.public} OR ${isLinked(scope, 'follow', users.id, user)})`

/** Condition for `users` and `profiles` rows of users whose settings let the teacher assign them homework. */
export function isInvitableBy(scope: Scope, teacher: string): SQL {
  const hasAccepted = sql`(SELECT true FROM ${assignmentStudents} AS theirs
    JOIN ${assignments} AS given ON given.tenant = theirs.tenant AND given.id = theirs.assignment_id
    WHERE theirs.tenant = ${scope.tenant} AND theirs.user_id = ${users.id} AND theirs.state = 'accepted'
      AND given.teacher_id = ${teacher} LIMIT 1) IS NOT NULL`
  const isEnrolled = sql`(SELECT true FROM ${groupMembers} AS theirs
    JOIN ${studyGroups} AS taught ON taught.tenant = theirs.tenant AND taught.id = theirs.group_id
    WHERE theirs.tenant = ${scope.tenant} AND theirs.user_id = ${users.id} AND theirs.enrolled
      AND theirs.left_at IS NULL AND taught.teacher_id = ${teacher} LIMIT 1) IS NOT NULL`
  const isStudent = sql`(${hasAccepted} OR ${isEnrolled})`
  return sql`CASE ${profiles.inviters} WHEN 'nobody' THEN false WHEN 'teachers' THEN ${isStudent}
    ELSE ${isLinked(scope, 'follow', users.id, teacher)} OR ${isStudent} END`
}

/**
 * Returns the IDs of people the user may share with, or who are in `already`.
 * @throws Problem `not_found` listing everyone else
 */
export async function reachable(
  scope: Scope,
  user: string,
  ids: readonly string[],
  already: ReadonlySet<string> = new Set(),
  isOpen: SQL = isOpenTo(scope, user),
): Promise<string[]> {
  const asked = [...new Set(ids.map(id => id.toLowerCase()))]
  const fresh = asked.filter(id => !already.has(id))
  if (fresh.length === 0) return asked
  const found = await scope.sql
    .select({ id: users.id })
    .from(users)
    .innerJoin(profiles, theirProfiles)
    .where(
      ofTenant(
        scope,
        users,
        isIn(users.id, fresh),
        sql`${users.id} <> ${user}`,
        isOpen,
        isOnTerms(scope, user),
      ),
    )
  if (found.length < fresh.length) {
    const missing = fresh.filter(id => !found.some(each => each.id === id))
    // Don't reveal the name behind the ID of a private profile.
    const isKnown = sql`${isOnTerms(scope, user)} AND (${isOpenTo(scope, user)}
      OR ${isLinked(scope, 'follow', user, users.id)})`
    const people = await peopleById(scope, missing, isKnown)
    const errors = missing.map(id => {
      const name = people.get(id)?.name
      return { path: 'body', message: 'This person can’t be reached.', ...(name && { values: { name } }) }
    })
    throw new Problem('not_found', { errors })
  }
  return asked
}

export const personColumns = { id: users.id, name: users.name, handle: profiles.handle }

export async function peopleById(
  scope: Scope,
  ids: Iterable<string>,
  condition?: SQL,
): Promise<Map<string, SharingPerson>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = await scope.sql
    .select(personColumns)
    .from(users)
    .innerJoin(profiles, theirProfiles)
    .where(ofTenant(scope, users, isIn(users.id, wanted), condition))
  return new Map(found.map(person => [person.id, person]))
}
