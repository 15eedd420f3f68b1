/** What the codes of the audit log mean to a reader; a code that is not here is shown as it is. */
import { phrases } from '../../core/platform/phrases.js'

const ACTIONS: Readonly<Record<string, string>> = phrases({
  'user.registered': 'Account created by provider login',
  'user.displaced': 'Unconfirmed account replaced',
  'user.deleted': 'Account deleted',
  'identity.linked': 'Provider linked',
  'email.asked': 'Email change requested',
  'email.changed': 'Email changed',
  'email.verified': 'Email confirmed',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'session.begun': 'Logged in',
  'session.reused': 'Session ended: token reused',
  'user.suspended': 'User suspended',
  'user.readmitted': 'Suspension lifted',
  'user.sessions-ended': 'Sessions ended',
  'user.roles-changed': 'Roles changed',
  'admin.plan-given': 'Plan granted',
  'plan.changed': 'Plan changed',
  'admin.users-searched': 'Users searched',
  'admin.user-read': 'User viewed',
  'admin.audit-read': 'Audit log viewed',
})

export function actionWords(code: string): string | undefined {
  return ACTIONS[code]
}

/** The groups that the log can be narrowed to: the beginnings of their codes. */
export const ACTION_GROUPS: Readonly<Record<string, string>> = phrases({
  'user.': 'Users',
  'plan.': 'Plans',
  'session.': 'Sessions',
  'email.': 'Email addresses',
  'password.': 'Passwords',
  'admin.': 'Administration',
})

/** @example detailText({ from: 'Pro', to: 'free' }) // 'from: Pro, to: free' */
export function detailText(details: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(details)
    .map(([key, value]) => `${key}: ${value === '' ? '–' : value}`)
    .join(', ')
}
