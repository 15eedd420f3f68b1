// Login, current user, token refresh and logout: only what the login page needs.
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

// Answers are not strict: a newer server may send more, and the server drops unlisted fields.
export const authUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.string()),
  features: z.array(z.string()),
  /** The version of the picture, if there is one. */
  avatar: z.optional(z.string()),
})

export const login = defineEndpoint({
  name: 'auth.login',
  method: 'POST',
  path: `${AUTH}/login`,
  summary: 'Log in with email address and password',
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
  summary: 'The current user',
  auth: 'bearer',
  answer: authUser,
  status: 200,
  errors: [],
})

export const refresh = defineEndpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: `${AUTH}/refresh`,
  summary: 'Exchange a refresh token for new tokens',
  auth: 'none',
  body: z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(512)) }),
  answer: tokenPair,
  status: 200,
  errors: ['refresh_refused'],
})
