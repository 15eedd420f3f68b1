// In which language a user is written to.
import { and, eq } from 'drizzle-orm'
import type { Scope } from '../database/connection.js'
import { profiles } from '../database/schema.js'
import type { Tenant } from '../tenancy/tenants.js'
import type { MailLanguage } from './mailer.js'

/** What the profile says, else the tenant's first language that mails are written in, else English. */
export async function languageFor(scope: Scope, userId: string, tenant: Tenant): Promise<MailLanguage> {
  const [profile] = await scope.sql
    .select({ language: profiles.language })
    .from(profiles)
    .where(and(eq(profiles.tenant, scope.tenant), eq(profiles.userId, userId)))
  return mailLanguage(profile?.language, tenant)
}

/** @example mailLanguage('de-CH', tenant) // 'de' */
export function mailLanguage(wanted: string | null | undefined, tenant: Tenant): MailLanguage {
  for (const language of [wanted, ...tenant.languages]) {
    const base = language?.split('-')[0]
    if (base === 'en' || base === 'de') return base
  }
  return 'en'
}
