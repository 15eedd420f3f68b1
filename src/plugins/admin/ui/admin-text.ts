import type { AdminUser } from '../../../core/api/admin.js'
import { planLevelOf } from '../../../core/api/claims.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'

export const refusalText = refusalWords(
  'admin',
  phrases({ last_admin: 'This is the last administrator. Assign the role to someone else first.' }),
)

export function planOf(user: Pick<AdminUser, 'features'>): 'free' | 'Basic' | 'Pro' | 'Enterprise' {
  return planLevelOf(user.features) ?? 'free'
}

export function timeText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
