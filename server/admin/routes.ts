// The Admin's calls: each asks for the role and leaves an entry in the audit log.
import * as api from '../../src/core/api/admin.js'
import { ADMIN_ROLE } from '../../src/core/api/claims.js'
import { type AuditDetails, audit } from '../audit/audit.js'
import { readAudit } from '../audit/read-audit.js'
import type { Database, Scope } from '../database/connection.js'
import type { Call, Route } from '../http/route.js'
import { grantLevel, requireRole } from '../presence/users/features.js'
import { type Deed, endAllSessions, giveRoles, readmit, suspend } from './change-user.js'
import { adminUser, findUsers } from './find-users.js'

export interface AdminParts {
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Asked = Pick<Call<unknown, unknown, unknown>, 'tenant' | 'session'>
type Entry = { readonly action: string; readonly subject?: string; readonly details?: AuditDetails }

export function adminRoutes(route: Route, { database, now }: AdminParts): void {
  /** Runs `work` for an Admin only, and keeps the entry that it names in the same transaction. */
  const asAdmin = <A>({ tenant, session }: Asked, work: (scope: Scope) => Promise<[A, Entry]>) => {
    requireRole(session, ADMIN_ROLE)
    return database.inTenant(tenant.key, async scope => {
      const [answer, entry] = await work(scope)
      await audit(scope, { actor: session.user.id, ...entry })
      return answer
    })
  }
  /** Does something to the user of the path and answers with what became of them. */
  const does = (
    call: Asked & { readonly params: { readonly id: string } },
    action: string,
    deed: (deed: Deed) => Promise<AuditDetails | undefined>,
  ) =>
    asAdmin(call, async scope => {
      const subject = call.params.id.toLowerCase()
      const details = await deed({ scope, userId: subject, now: now() })
      const user = await adminUser(scope, subject, now())
      return [user, { action, subject, ...(details && { details }) }]
    })

  route(api.adminSearch, call =>
    asAdmin(call, async scope => {
      const found = await findUsers(scope, call.body, now())
      // Not what was typed: it may be somebody's address.
      return [
        found,
        { action: 'admin.users-searched', details: { total: found.total, page: call.body.page } },
      ]
    }),
  )
  route(api.adminUserById, call => does(call, 'admin.user-read', async () => undefined))
  route(api.suspendUser, call => does(call, 'user.suspended', async deed => void (await suspend(deed))))
  route(api.readmitUser, call => does(call, 'user.readmitted', async deed => void (await readmit(deed))))
  route(api.endUserSessions, call => does(call, 'user.sessions-ended', endAllSessions))
  route(api.changeRoles, call => does(call, 'user.roles-changed', deed => giveRoles(deed, call.body.roles)))
  route(api.changePlan, call =>
    does(call, 'admin.plan-given', async ({ scope, userId }) => {
      await grantLevel(scope, userId, call.body.level, { actor: call.session.user.id, now: now() })
      return { level: call.body.level }
    }),
  )
  route(api.adminAudit, call =>
    asAdmin(call, async scope => {
      const found = await readAudit(scope, call.query)
      return [found, { action: 'admin.audit-read', details: { total: found.total, page: call.query.page } }]
    }),
  )
}
