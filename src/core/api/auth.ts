// The session's calls: log in, who am I, refresh, log out. All that the log-in page needs, and no more.
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'
import { emailAddress, givenPassword } from './fields.js'

export const AUTH = '/presence/api/v1/auth'

export const loginBody = z.strictObject({
  email: emailAddress,
  password: givenPassword,
  rememberMe: z.optional(z.boolean()),
})
export type LoginBody = z.infer<typeof loginBody>

export const tokenPair = z.object({ jwt: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

// Answers are not strict: a client lets a newer server say more, and the server cuts what is not listed.
export const authUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.string()),
  features: z.array(z.string()),
  /** The version of the picture, where there is one. */
  avatar: z.optional(z.string()),
})

export const login = defineEndpoint({
  name: 'auth.login',
  method: 'POST',
  path: `${AUTH}/login`,
  summary: 'Log in with address and password',
  auth: 'none',
  body: loginBody,
  answer: tokenPair,
  status: 200,
  errors: ['invalid_credentials', 'email_unverified', 'rate_limited'],
})

export const logout = defineEndpoint({
  name: 'auth.logout',
  method: 'GET',
  path: `${AUTH}/logout`,
  summary: 'End this session',
  auth: 'bearer',
  status: 204,
  errors: [],
})

export const currentUser = defineEndpoint({
  name: 'auth.user',
  method: 'GET',
  path: `${AUTH}/user`,
  summary: 'The user who is logged in',
  auth: 'bearer',
  answer: authUser,
  status: 200,
  errors: [],
})

export const refresh = defineEndpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: `${AUTH}/refresh`,
  summary: 'Trade a refresh token for the next pair',
  auth: 'none',
  body: z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(512)) }),
  answer: tokenPair,
  status: 200,
  errors: ['refresh_refused'],
})
