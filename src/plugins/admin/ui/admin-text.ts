import type { AdminUser } from '../../../core/contract/admin.js'
import { planLevelOf } from '../../../core/contract/claims.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'

export const refusalText = refusalWords(
  'admin',
  phrases({
    last_admin: 'This is the last administrator. Assign the role to someone else first.',
    self_deletion: 'Delete your own account under Security.',
  }),
)

export function planOf(user: Pick<AdminUser, 'features'>): 'free' | 'Basic' | 'Pro' | 'Enterprise' {
  return planLevelOf(user.features) ?? 'free'
}

/** Formats the storage used, in megabytes. */
export function storageText({ bytes, byteLimit }: AdminUser, language: string) {
  const [used = '', limit = ''] = [bytes, byteLimit].map(size =>
    (size / 1024 / 1024).toLocaleString(language, { maximumFractionDigits: 1 }),
  )
  return { used, limit }
}

export function timeText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
