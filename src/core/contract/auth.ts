// Only the login endpoints, to keep the login page small.
import * as z from 'zod/mini'
import { defineEndpoint, emailAddress, givenPassword } from './endpoint.js'

export const AUTH = '/presence/api/v1/auth'

export const loginBody = z.strictObject({
  email: emailAddress,
  password: givenPassword,
  rememberMe: z.optional(z.boolean()),
})
export type LoginBody = z.infer<typeof loginBody>

export const tokenPair = z.object({ jwt: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

// Not strict: a newer server may send more fields.
export const authUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.string()),
  features: z.array(z.string()),
  avatar: z.optional(z.string()),
})

export const login = defineEndpoint('auth.login', `POST ${AUTH}/login`, {
  summary: 'Log in with email address and password',
  auth: 'none',
  body: loginBody,
  answer: tokenPair,
  errors: ['invalid_credentials', 'second_factor_required', 'email_unverified', 'rate_limited'],
})

export const logout = defineEndpoint('auth.logout', `GET ${AUTH}/logout`, {
  cost: 0,
  summary: 'End this session',
  status: 204,
})

export const currentUser = defineEndpoint('auth.user', `GET ${AUTH}/user`, {
  cost: 0,
  summary: 'Get the current user',
  answer: authUser,
})

export const refresh = defineEndpoint('auth.refresh', `POST ${AUTH}/refresh`, {
  summary: 'Exchange a refresh token for new tokens',
  auth: 'none',
  body: z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(512)) }),
  answer: tokenPair,
  errors: ['refresh_refused'],
})
