// The owner's hand on the own account: password, address, everything that is kept, deletion.

import { changeEmail, changePassword, deleteAccount, exportAccount } from '../../../src/core/api/account.js'
import { ADMIN_ROLE } from '../../../src/core/api/claims.js'
import { refuseLastAdmin } from '../../admin/admins.js'
import { audit } from '../../audit/audit.js'
import { Problem } from '../../http/problem.js'
import type { Route } from '../../http/route.js'
import { languageFor } from '../../mail/mail-language.js'
import { timeInMail } from '../../mail/mail-time.js'
import { queueMail } from '../../mail/queue.js'
import { changeUser, foldEmail } from '../users/accounts.js'
import { exportOf } from './account-export.js'
import { askNewEmail } from './new-email.js'
import { afterNewPassword } from './new-password.js'
import { isUnchanged, type ProofParts, provePassword } from './own-password.js'
import { endOtherSessionsOf } from './own-sessions.js'
import { refuseWeak } from './password-strength.js'
import { mailedJustNow, removeUser } from './sign-up-asks.js'

export function ownAccountRoutes(route: Route, parts: ProofParts): void {
  const { database, passwords, now } = parts

  route(changePassword, async ({ body, session, tenant }) => {
    const { user } = session
    await provePassword(parts, session, body.currentPassword)
    // It has just proved to be the one that the account has.
    if (body.password === body.currentPassword) throw same('password')
    await refuseWeak(body.password, { email: user.email, name: user.name, tenant })
    const passwordHash = await passwords.hash(body.password)
    await database.inTenant(tenant.key, async scope => {
      if (!(await isUnchanged(scope, user))) throw new Problem('password_wrong')
      await changeUser(scope, user.id, { passwordHash })
      await endOtherSessionsOf(scope, user.id, session.id, 'password', now())
      await afterNewPassword(scope, tenant, user, 'password.changed', now())
    })
    return undefined
  })

  route(changeEmail, async ({ body, session, tenant }) => {
    await provePassword(parts, session, body.currentPassword)
    if (foldEmail(body.email) === foldEmail(session.user.email)) throw same('email')
    // Answered all the same: whoever has that mailbox gets one mail of it in a minute, and its link is still good.
    if (await mailedJustNow(database, tenant, { kind: 'email-change', email: body.email }, now()))
      return undefined
    await database.inTenant(tenant.key, async scope => {
      if (!(await isUnchanged(scope, session.user))) throw new Problem('password_wrong')
      await askNewEmail(scope, tenant, session.user, body.email, now())
    })
    return undefined
  })

  route(exportAccount, async ({ session, tenant }) => ({
    exportedAt: new Date(now()).toISOString(),
    tenant: tenant.key,
    rows: await database.inTenant(tenant.key, scope => exportOf(scope, session.user.id)),
  }))

  route(deleteAccount, async ({ body, session, tenant }) => {
    const { user } = session
    await provePassword(parts, session, body.currentPassword)
    await database.inTenant(tenant.key, async scope => {
      // Admins' rows are locked in one order, so first.
      if (user.roles.includes(ADMIN_ROLE)) await refuseLastAdmin(scope, user.id)
      if (!(await isUnchanged(scope, user))) throw new Problem('password_wrong')
      const language = await languageFor(scope, user.id, tenant)
      const values = { name: user.name, time: timeInMail(now(), language) }
      await queueMail(scope, { to: user.email, language, template: 'account-deleted', values })
      await audit(scope, { actor: user.id, action: 'user.deleted', subject: user.id })
      await removeUser(scope, user.id)
    })
    return undefined
  })
}

/** A change to what there is already would be told as one: other sessions end, links are void, a mail goes out. */
function same(field: 'password' | 'email'): Problem {
  return new Problem(`${field}_same`, { errors: [{ path: `body.${field}`, message: 'same' }] })
}
