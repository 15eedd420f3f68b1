// Everything stored about a user, without secrets.
import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AccountExport } from '../../src/core/api/account.js'
import type { Scope } from '../database/connection.js'
import { ofTenant } from '../database/queries.js'
import {
  auditLog,
  avatars,
  billingCustomers,
  identities,
  links,
  profiles,
  sessions,
  subscriptions,
  users,
} from '../database/schema.js'

interface Own {
  readonly table: PgTable & { readonly tenant: PgColumn }
  /** The column with the user's id. Who follows or blocks the user is not the user's own data. */
  readonly owner: PgColumn
  readonly order: PgColumn
  /** Columns that are not exported. */
  readonly without?: readonly string[]
}

export const OWN_ROWS: Readonly<Record<string, Own>> = {
  account: { table: users, owner: users.id, order: users.id, without: ['passwordHash', 'emailFolded'] },
  profile: { table: profiles, owner: profiles.userId, order: profiles.handle },
  avatar: { table: avatars, owner: avatars.userId, order: avatars.version },
  sessions: { table: sessions, owner: sessions.userId, order: sessions.createdAt, without: ['place'] },
  following: { table: links, owner: links.fromId, order: links.createdAt },
  signIns: { table: identities, owner: identities.userId, order: identities.createdAt },
  customer: { table: billingCustomers, owner: billingCustomers.userId, order: billingCustomers.customerId },
  subscriptions: { table: subscriptions, owner: subscriptions.userId, order: subscriptions.id },
  actions: { table: auditLog, owner: auditLog.actor, order: auditLog.id },
}

export async function exportAccountData(scope: Scope, userId: string): Promise<AccountExport['rows']> {
  const rows: AccountExport['rows'] = {}
  for (const [name, { table, owner, order, without = [] }] of Object.entries(OWN_ROWS)) {
    const shown = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([key]) => key !== 'tenant' && !without.includes(key)),
    )
    rows[name] = await scope.sql
      .select(shown)
      .from(table)
      .where(ofTenant(scope, table, eq(owner, userId)))
      .orderBy(asc(order))
  }
  return rows
}
