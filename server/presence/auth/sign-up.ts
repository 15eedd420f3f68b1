// Asking for an account, proving its address, and setting a forgotten password anew.
import {
  forgotPassword,
  register,
  resetPassword,
  sendVerification,
  verify,
} from '../../../src/core/api/sign-up.js'
import { audit } from '../../audit/audit.js'
import { Problem } from '../../http/problem.js'
import type { Route } from '../../http/route.js'
import { type Ask, queueAsk } from '../../mail/queue.js'
import type { Tenant } from '../../tenancy/tenants.js'
import { changeUser, foldEmail } from '../users/accounts.js'
import { findLink, takeLink } from './link-tokens.js'
import { confirmNewEmail } from './new-email.js'
import { afterNewPassword } from './new-password.js'
import type { ProofParts } from './own-password.js'
import { refuseWeak } from './password-strength.js'
import { spend } from './rate-limit.js'
import { endSessionsOf } from './sessions.js'

export function signUpRoutes(route: Route, parts: ProofParts): void {
  const { database, passwords, now, loginLimits } = parts

  /** As many asks as log-ins: from one network address, and for one mailbox. */
  const limit = (of: string, tenant: Tenant, address: string, email?: string) =>
    spend(
      database,
      tenant.key,
      [
        { of: `${of}:address`, value: address, perMinute: loginLimits.perAddress },
        ...(email === undefined
          ? []
          : [{ of: `${of}:account`, value: foldEmail(email), perMinute: loginLimits.perAccount }]),
      ],
      now(),
    )
  /** Answered before anybody has looked whether there is such an account. */
  const ask = (tenant: Tenant, what: Ask) => database.inTenant(tenant.key, scope => queueAsk(scope, what))

  route(register, async ({ body, tenant, address }) => {
    const { email, name, password, language } = body
    await limit('register', tenant, address, email)
    await refuseWeak(password, { email, name, tenant })
    const passwordHash = await passwords.hash(password)
    await ask(tenant, { kind: 'register', email, name, passwordHash, language })
    return undefined
  })

  route(sendVerification, async ({ body: { email }, tenant, address }) => {
    await limit('verification', tenant, address, email)
    await ask(tenant, { kind: 'verification', email })
    return undefined
  })

  route(forgotPassword, async ({ body: { email }, tenant, address }) => {
    await limit('forgot', tenant, address, email)
    await ask(tenant, { kind: 'forgot', email })
    return undefined
  })

  route(verify, async ({ params: { token }, tenant }) => {
    await database.inTenant(tenant.key, async scope => {
      const link = await takeLink(scope, token, 'verify', now())
      if (!link) return confirmNewEmail(scope, tenant, token, now())
      await changeUser(scope, link.user.id, { emailVerifiedAt: new Date(now()) })
      await audit(scope, { actor: link.user.id, action: 'email.verified', subject: link.user.id })
    })
    return undefined
  })

  route(resetPassword, async ({ params: { token }, body: { password }, tenant, address }) => {
    await limit('reset', tenant, address)
    const link = await database.inTenant(tenant.key, scope => findLink(scope, token, 'reset', now()))
    // Before the password is looked at: who has no link gets no work out of us.
    if (!link) throw new Problem('link_invalid')
    await refuseWeak(password, { email: link.user.email, name: link.user.name, tenant })
    const passwordHash = await passwords.hash(password)
    await database.inTenant(tenant.key, async scope => {
      const taken = await takeLink(scope, token, 'reset', now())
      if (!taken) throw new Problem('link_invalid')
      const { user } = taken
      // Whoever read the mail has proved the address as well.
      await changeUser(scope, user.id, {
        passwordHash,
        emailVerifiedAt: user.emailVerifiedAt ?? new Date(now()),
      })
      await endSessionsOf(scope, user.id, 'password', now())
      await afterNewPassword(scope, tenant, user, 'password.reset', now())
    })
    return undefined
  })
}
