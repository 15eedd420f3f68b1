// Demo accounts, which are enabled in demo mode and suspended otherwise.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { ADMIN_ROLE, featureOfLevel } from '../../src/core/contract/claims.js'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'
import type { Passwords } from '../auth/passwords.js'
import { endSessionsOf } from '../auth/sessions.js'
import { findRows } from '../database/queries.js'
import { users } from '../database/schema.js'
import type { Scope, Transactions } from '../database/transactions.js'
import { systemCode } from '../failure.js'
import { writePrivately } from '../state-folder.js'
import { addUser, changeUser, userByEmail } from '../users/accounts.js'

const DEMO_USERS = [
  { email: 'demo@fretwork.local', name: 'Demo', roles: [], features: [featureOfLevel('Pro')] },
  { email: 'admin@fretwork.local', name: 'Admin', roles: [ADMIN_ROLE], features: [] },
]

export interface DemoLogins {
  readonly emails: readonly string[]
  readonly password: string
}

/** Returns the password from the environment, or else a random one stored in the state folder. */
export async function demoPassword(home: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const path = join(home, 'demo-password')
  try {
    const kept = (await readFile(path, 'utf8')).trim()
    if (kept.length >= 8) return kept
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
  const made = randomBytes(12).toString('base64url')
  await writePrivately(path, `${made}\n`)
  return made
}

export async function enableDemoUsers(
  database: Transactions,
  passwords: Passwords,
  password: string,
  now: number,
): Promise<DemoLogins> {
  for (const demo of DEMO_USERS) {
    const user = await database.inTenant(DEFAULT_TENANT, scope => userByEmail(scope, demo.email))
    // Restore the role of the demo's only admin, because no one else could.
    const roles = [...new Set([...demo.roles, ...(user?.roles ?? [])])]
    const isAsBefore = user && !user.suspendedAt && roles.length === user.roles.length
    if (isAsBefore && (await passwords.verify(password, user.passwordHash))) continue
    const passwordHash = await passwords.hash(password)
    await database.inTenant(DEFAULT_TENANT, async scope => {
      if (user) await changeUser(scope, user.id, { passwordHash, suspendedAt: null, roles })
      else await addUser(scope, { ...demo, passwordHash, demo: true, emailVerifiedAt: new Date(now) })
    })
  }
  return { emails: DEMO_USERS.map(({ email }) => email), password }
}

/** Suspends the demo accounts outside demo mode, because anyone who has seen a demo may know the password. */
export async function disableDemoUsers(scope: Scope, now: number): Promise<void> {
  const open = await findRows(scope, users, eq(users.demo, true), isNull(users.suspendedAt))
  for (const { id } of open) {
    await changeUser(scope, id, { suspendedAt: new Date(now) })
    await endSessionsOf(scope, id, 'demo', now)
  }
}
