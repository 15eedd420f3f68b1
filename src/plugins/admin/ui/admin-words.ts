/** Errors, plans and times as this screen says them. */
import type { AdminUser } from '../../../core/api/admin.js'
import { planLevelOf } from '../../../core/api/claims.js'
import { ApiError } from '../../../core/http/api-error.js'
import { sentenceFor } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'

const { LAST_ADMIN } = phrases({
  LAST_ADMIN: 'This is the last administrator. Give the role to somebody else first.',
})

/** A sentence, the namespace of its translation, and what fills it. */
export function refusalOf(error: unknown) {
  if (error instanceof ApiError && error.code === 'last_admin')
    return { source: 'admin', message: LAST_ADMIN }
  const { sentence, values } = sentenceFor(error)
  return { source: 'core', message: sentence, ...(values && { values }) }
}

export function planOf(user: Pick<AdminUser, 'features'>): 'free' | 'Basic' | 'Pro' | 'Enterprise' {
  return planLevelOf(user.features) ?? 'free'
}

/** @param iso as the server writes times */
export function timeText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
