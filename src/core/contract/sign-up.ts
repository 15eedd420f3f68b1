import * as z from 'zod/mini'
import { AUTH, tokenPair } from './auth.js'
import {
  defineEndpoint,
  emailAddress,
  language,
  linkToken,
  newPassword,
  personName,
  text,
} from './endpoint.js'

export const PROVIDERS = ['google', 'windows'] as const

export const external = defineEndpoint('auth.external', `POST ${AUTH}/external`, {
  summary: 'Log in with the code of an external provider',
  auth: 'none',
  body: z.strictObject({
    provider: z.enum(PROVIDERS),
    code: text(1, 4096),
    // 43 to 128 unreserved characters (RFC 7636, 4.1).
    codeVerifier: z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/)),
    redirectUri: text(1, 2048),
    nonce: text(16, 256),
    /** Issuer from the OAuth callback (RFC 9207). Required if the provider sends it. */
    iss: z.optional(text(1, 2048)),
  }),
  answer: tokenPair,
  errors: [
    'access_denied',
    'invalid_request',
    'request_invalid',
    'invalid_token',
    'stale_token',
    'server_error',
    'request_failed',
    'email_unverified',
    'registration_closed',
    'mail_domain_refused',
    'second_factor_required',
    'rate_limited',
  ],
})

export const registerBody = z.strictObject({
  email: emailAddress,
  password: newPassword,
  name: personName,
  acceptTerms: z.literal(true),
  language: z.optional(language),
})

export const register = defineEndpoint('auth.register', `POST ${AUTH}/register`, {
  summary: 'Register; the response is the same for known addresses',
  auth: 'none',
  body: registerBody,
  status: 202,
  errors: ['registration_closed', 'mail_domain_refused', 'password_weak', 'rate_limited'],
})

export const verify = defineEndpoint('auth.verify', `POST ${AUTH}/verify/{token}`, {
  summary: 'Confirm an email address',
  auth: 'none',
  params: z.strictObject({ token: linkToken }),
  /** The password set at registration only applies in the same browser. Other browsers may send a new one. */
  body: z.nullable(z.strictObject({ password: z.optional(newPassword) })),
  /** `passwordToken` is sent if the new account has no password yet. Use it with `password/reset/{token}`. */
  answer: z.object({ email: z.string(), passwordToken: z.optional(z.string()) }),
  errors: ['link_invalid', 'registration_closed', 'mail_domain_refused', 'password_weak', 'rate_limited'],
})

export const sendVerification = defineEndpoint('auth.verification', `POST ${AUTH}/verification`, {
  summary: 'Resend the confirmation email',
  auth: 'none',
  body: z.strictObject({ email: emailAddress }),
  status: 202,
  errors: ['rate_limited'],
})

export const forgotPassword = defineEndpoint('auth.forgot', `POST ${AUTH}/password/forgot`, {
  summary: 'Request an email to reset the password',
  auth: 'none',
  body: z.strictObject({ email: emailAddress }),
  status: 202,
  errors: ['rate_limited'],
})

export const resetPassword = defineEndpoint('auth.reset', `POST ${AUTH}/password/reset/{token}`, {
  summary: 'Set a new password with the link from the email',
  auth: 'none',
  params: z.strictObject({ token: linkToken }),
  body: z.strictObject({ password: newPassword }),
  errors: ['link_invalid', 'password_weak', 'rate_limited'],
})
