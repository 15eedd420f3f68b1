// What a user does with the own account: new password, new address, everything about oneself, deletion.
import * as z from 'zod/mini'
import { AUTH } from './auth.js'
import { defineEndpoint } from './endpoint.js'
import { emailAddress, givenPassword, newPassword } from './fields.js'

export const changePassword = defineEndpoint({
  name: 'own.password',
  method: 'POST',
  path: `${AUTH}/password/change`,
  summary: 'Set another password; ends your other sessions',
  auth: 'bearer',
  body: z.strictObject({ currentPassword: givenPassword, password: newPassword }),
  status: 204,
  errors: ['password_wrong', 'password_same', 'password_weak', 'rate_limited'],
})

export const changeEmail = defineEndpoint({
  name: 'own.email',
  method: 'POST',
  path: `${AUTH}/email/change`,
  summary: 'Ask for another e-mail address; it counts once the link sent there is opened',
  auth: 'bearer',
  body: z.strictObject({ currentPassword: givenPassword, email: emailAddress }),
  status: 202,
  errors: ['password_wrong', 'email_same', 'rate_limited'],
})

/** Rows by what they are, each as it is kept, without secrets. */
export const accountExport = z.object({
  exportedAt: z.string(),
  tenant: z.string(),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type AccountExport = z.infer<typeof accountExport>

export const exportAccount = defineEndpoint({
  name: 'own.export',
  method: 'GET',
  path: `${AUTH}/account/export`,
  summary: 'Everything that is kept about you',
  auth: 'bearer',
  answer: accountExport,
  status: 200,
  errors: [],
})

export const deleteAccount = defineEndpoint({
  name: 'own.delete',
  method: 'POST',
  path: `${AUTH}/account/delete`,
  summary: 'Delete your account and everything that belongs to it, for good',
  auth: 'bearer',
  body: z.strictObject({ currentPassword: givenPassword }),
  status: 204,
  errors: ['password_wrong', 'last_admin', 'rate_limited'],
})
