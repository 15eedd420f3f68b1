// Invites people listed in a CSV table. An invitation is an account without a password. Its owner sets one
// through an emailed link.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ImportOutcome } from '../../src/core/contract/admin.js'
import { isTeaching, TEACHER_ROLE } from '../../src/core/contract/claims.js'
import { HOMEWORK_LIMITS } from '../../src/core/contract/homework.js'
import { fault } from '../../src/core/contract/import-faults.js'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'
import { prepareLink } from '../auth/link-tokens.js'
import type { User } from '../auth/sessions.js'
import type { Config } from '../config.js'
import { addRows, findRows } from '../database/queries.js'
import { groupMembers, studyGroups } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { StartFailure } from '../failure.js'
import { Problem } from '../http/problem.js'
import { queueMail } from '../mail/queue.js'
import { locked } from '../sharing/shares.js'
import { atTenant } from '../tenants/at-tenant.js'
import type { Tenant } from '../tenants/tenants.js'
import { addUser, changeUser, userByEmail } from '../users/accounts.js'
import { setPlanLevel } from '../users/features.js'
import { audit } from './audit-log.js'
import { peopleIn, refusedImport } from './people-file.js'

export interface Import {
  readonly csv: string
  /** Email address of the groups' owner, who becomes a teacher. */
  readonly teacher?: string | undefined
  readonly actor?: string
}

/**
 * Works with or without a running server.
 * @throws StartFailure `import_invalid`, `tenant_unknown`
 */
export async function importPeopleAt(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  tenant: string | undefined,
  given: Import,
  now: number,
): Promise<ImportOutcome> {
  try {
    return await atTenant(config, tenant ?? DEFAULT_TENANT, async (scope, at) => {
      const outcome = await importPeople(scope, at, given, now)
      await audit(scope, { action: 'admin.users-imported', details: { ...outcome, by: 'command line' } })
      return outcome
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const sentences = (error.extra.errors ?? []).map(({ message }) => message)
    throw new StartFailure('import_invalid', ['Nothing was imported.', ...sentences].join(' '))
  }
}

/**
 * Adds accounts and invites their owners. People who haven't accepted an earlier invitation are invited
 * again.
 * @throws Problem `import_invalid`; nothing is imported in that case
 */
export async function importPeople(
  scope: Scope,
  tenant: Tenant,
  { csv, teacher, actor }: Import,
  now: number,
): Promise<ImportOutcome> {
  const people = peopleIn(csv)
  const names = [...new Set(people.flatMap(({ groups }) => groups))]
  const owner = names.length === 0 ? undefined : await ownerOf(scope, teacher)
  const groups = owner ? await groupsOf(scope, owner, names, now) : new Map<string, Group>()
  let invited = 0
  for (const person of people) {
    const present = await userByEmail(scope, person.email)
    const user =
      present ?? (await addUser(scope, { email: person.email, name: person.name, passwordHash: null }))
    if (isWaiting(user)) {
      invited += 1
      await invite(scope, tenant, user, now)
    }
    if (person.plan) await setPlanLevel(scope, user.id, person.plan, { actor, now })
    for (const name of person.groups) if (user.id !== owner?.id) groups.get(name)?.members.add(user.id)
  }
  for (const [name, { id, members, before }] of groups) {
    if (members.size > HOMEWORK_LIMITS.students) {
      const values = { group: name, limit: HOMEWORK_LIMITS.students }
      throw refusedImport(fault(`group "${name}"`, 'members', values))
    }
    const fresh = [...members].filter(userId => !before.has(userId))
    if (fresh.length > 0)
      await addRows(scope, groupMembers, ...fresh.map(userId => ({ groupId: id, userId, enrolled: true })))
  }
  return { invited, present: people.length - invited, groups: names.length }
}

const isWaiting = ({ emailVerifiedAt, passwordHash, suspendedAt }: User) =>
  emailVerifiedAt === null && passwordHash === null && suspendedAt === null

async function invite(scope: Scope, tenant: Tenant, user: User, now: number): Promise<void> {
  const linkId = await prepareLink(
    scope,
    { userId: user.id, purpose: 'reset', payload: { invited: 'true' } },
    now,
  )
  await queueMail(scope, tenant, user, 'invited', { linkId })
  await audit(scope, { action: 'user.invited', subject: user.id })
}

/** Returns the groups' owner, and adds the Teacher role if it is missing. */
async function ownerOf(scope: Scope, email: string | undefined): Promise<User> {
  if (email === undefined) throw refusedImport(fault('file', 'owner'))
  const owner = await userByEmail(scope, email)
  if (!owner || owner.suspendedAt) throw refusedImport(fault('teacher', 'account', { email }))
  if (!isTeaching(owner.roles)) {
    const roles = [...owner.roles, TEACHER_ROLE]
    await changeUser(scope, owner.id, { roles })
    const details = { from: owner.roles.join(' '), to: roles.join(' ') }
    await audit(scope, { action: 'user.roles-changed', subject: owner.id, details })
  }
  return owner
}

interface Group {
  readonly id: string
  readonly members: Set<string>
  readonly before: ReadonlySet<string>
}

async function groupsOf(scope: Scope, { id: teacherId }: User, names: readonly string[], now: number) {
  await locked(scope, teacherId)
  const present = await findRows(scope, studyGroups, eq(studyGroups.teacherId, teacherId))
  const missing = names.filter(name => !present.some(group => group.name === name))
  if (present.length + missing.length > HOMEWORK_LIMITS.groups) {
    throw refusedImport(fault('teacher', 'owned', { limit: HOMEWORK_LIMITS.groups }))
  }
  const made = missing.map(name => ({ id: randomUUID(), teacherId, name, createdAt: new Date(now) }))
  if (made.length > 0) await addRows(scope, studyGroups, ...made)
  const groups = new Map<string, Group>()
  for (const name of names) {
    const group = [...present, ...made].find(each => each.name === name)
    if (!group) throw new Error(`The group ${name} was not created.`)
    const rows = await findRows(scope, groupMembers, eq(groupMembers.groupId, group.id))
    const before = new Set(rows.map(({ userId }) => userId))
    groups.set(name, { id: group.id, members: new Set(before), before })
  }
  return groups
}
