/** What an Admin does to a user: the call, the notice of it, and undoing it where that is possible. */
import { useState } from 'react'
import type { AdminUser } from '../../../core/api/admin.js'
import * as api from '../../../core/api/admin.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { planOf, refusalOf } from './admin-words.js'

const DONE = phrases({
  suspended: '{{name}} suspended.',
  readmitted: '{{name}} can log in again.',
  ended: 'All sessions of {{name}} ended.',
  promoted: '{{name}} is now an administrator.',
  demoted: '{{name}} is no longer an administrator.',
  plan: 'Plan of {{name}} changed.',
})
const { UNDO } = phrases({ UNDO: 'Undo' })

export interface Deeds {
  readonly busy: boolean
  suspend(): Promise<void>
  readmit(): Promise<void>
  endSessions(): Promise<void>
  setAdmin(admin: boolean): Promise<void>
  givePlan(level: ReturnType<typeof planOf>): Promise<void>
}

type Deed = () => Promise<AdminUser>

/** @param onChange what has become of the user */
export function useDeeds(user: AdminUser, onChange: (user: AdminUser) => void): Deeds {
  const { api: client, auth, notices } = useKernel()
  const [busy, setBusy] = useState(false)
  const params = { id: user.id }
  const values = { name: user.name }

  const run = async (deed: Deed, message: string, undo?: () => void) => {
    setBusy(true)
    try {
      const now = await deed()
      onChange(now)
      // What one has given oneself, or taken, stands in one's own token.
      if (now.id === auth.state.getState().user?.id) void auth.refresh({ anew: true })
      const action = undo && { label: UNDO, run: undo }
      notices.post({ kind: 'success', source: 'admin', message, values, ...(action && { action }) })
    } catch (error) {
      notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error) })
    } finally {
      setBusy(false)
    }
  }

  const suspend: Deed = () => client.call(api.suspendUser, { params })
  const readmit: Deed = () => client.call(api.readmitUser, { params })
  const roles = (admin: boolean) => () =>
    client.call(api.changeRoles, { params, body: { roles: admin ? ['Admin'] : [] } })
  const told = (admin: boolean) => (admin ? DONE.promoted : DONE.demoted)
  return {
    busy,
    suspend: () => run(suspend, DONE.suspended, () => void run(readmit, DONE.readmitted)),
    readmit: () => run(readmit, DONE.readmitted, () => void run(suspend, DONE.suspended)),
    endSessions: () => run(() => client.call(api.endUserSessions, { params }), DONE.ended),
    setAdmin: admin => run(roles(admin), told(admin), () => void run(roles(!admin), told(!admin))),
    givePlan: level => run(() => client.call(api.changePlan, { params, body: { level } }), DONE.plan),
  }
}
