// The calls about the paid side: plan, card-payment account, checkout, products.
import * as z from 'zod/mini'
import { AUTH } from './auth.js'
import { PLAN_LEVELS } from './claims.js'
import { defineEndpoint } from './endpoint.js'
import { emailAddress, givenPassword, newPassword, text, userId } from './fields.js'

const ACCOUNT = '/account/api/v1'

export const accountState = z.object({
  level: z.enum(['free', ...PLAN_LEVELS]),
  /** `free`, `granted` (given by an Admin), else the payment provider's: `active`, `trialing`, `past_due`. */
  status: z.string(),
  /** When the next payment is due. ISO 8601, UTC. */
  renewsAt: z.optional(z.string()),
  /** In place of `renewsAt` where it is cancelled. */
  endsAt: z.optional(z.string()),
  features: z.array(z.string()),
})

export const stripeAccountState = z.object({
  configured: z.boolean(),
  /** `test`: no money moves, and a checkout is a page of this server, `/dev/checkout/<client secret>`. */
  mode: z.optional(z.enum(['stripe', 'test'])),
  /** For Stripe.js. */
  publishableKey: z.optional(z.string()),
  customerId: z.optional(z.string()),
  portalUrl: z.optional(z.string()),
})

/** One of the products in the manifest's JSON string. */
export const productOffer = z.object({
  /** The lookup key, with which a checkout begins. */
  key: z.string(),
  title: z.string(),
  level: z.optional(z.enum(PLAN_LEVELS)),
  features: z.array(z.string()),
  opens: z.array(z.string()),
  /** Announced features, listed separately from those available now. */
  later: z.optional(z.array(z.string())),
  /** `amount` in the currency's smallest unit. Missing while the payment provider does not say. */
  price: z.optional(z.object({ amount: z.number(), currency: z.string(), interval: z.string() })),
})
export type ProductOffer = z.infer<typeof productOffer>

const productManifest = z.object({
  /** `Products` is itself a JSON string, as the specification has it. */
  settings: z.object({ Products: z.string() }),
})

const clientSecret = z.object({ client_secret: z.string() })

export const account = defineEndpoint({
  name: 'account.account',
  method: 'GET',
  path: `${ACCOUNT}/account/account`,
  summary: 'Your plan',
  auth: 'bearer',
  answer: accountState,
  status: 200,
  errors: [],
})

export const stripeAccount = defineEndpoint({
  name: 'account.stripe-account',
  method: 'GET',
  path: `${ACCOUNT}/account/stripe_account`,
  summary: 'Your account at the card-payment provider',
  auth: 'bearer',
  answer: stripeAccountState,
  status: 200,
  errors: [],
})

export const stripeSession = defineEndpoint({
  name: 'account.stripe-session',
  method: 'GET',
  path: `${ACCOUNT}/account/stripe_session`,
  summary: 'A secret for showing your payment methods',
  auth: 'bearer',
  answer: clientSecret,
  status: 200,
  errors: ['billing_off', 'payment_unavailable', 'rate_limited'],
})

export const stripeCheckout = defineEndpoint({
  name: 'account.stripe-checkout',
  method: 'POST',
  path: `${ACCOUNT}/account/stripe_checkout`,
  summary: 'Begin to pay for a product, named by its lookup key',
  auth: 'bearer',
  body: z.strictObject({ product: text(1, 200) }),
  answer: clientSecret,
  status: 200,
  errors: ['billing_off', 'not_found', 'plan_present', 'payment_unavailable', 'rate_limited'],
})

export const manifest = defineEndpoint({
  name: 'account.manifest',
  method: 'GET',
  path: `${ACCOUNT}/manifest/`,
  summary: 'What can be bought',
  auth: 'bearer',
  answer: productManifest,
  status: 200,
  errors: [],
})

export const accountContainer = defineEndpoint({
  name: 'account.container',
  method: 'GET',
  path: `${ACCOUNT}/`,
  summary: 'Plan, card-payment account and products in one answer',
  auth: 'bearer',
  answer: z.object({ account: accountState, stripeAccount: stripeAccountState, manifest: productManifest }),
  status: 200,
  errors: [],
})

// What a user does with the own account: new password, new address, everything about oneself, deletion.
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
const accountExport = z.object({
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

// The calls about the picture of a user.
const AVATAR = '/presence/api/v1/user/avatar/'

/** The largest picture that the server takes: as a file, … */
export const PICTURE_BYTES = 256 * 1024
/** … and in width and height. */
export const PICTURE_PIXELS = 256

const BASE64_LENGTH = 4 * Math.ceil(PICTURE_BYTES / 3)

export const saveAvatar = defineEndpoint({
  name: 'user.save-avatar',
  method: 'PUT',
  path: AVATAR,
  summary: 'Set your picture: a PNG of at most 256 KB and 256 × 256 pixels, as base64',
  auth: 'bearer',
  body: z.strictObject({ picture: z.string().check(z.minLength(1), z.maxLength(BASE64_LENGTH)) }),
  bodyLimit: BASE64_LENGTH + 1024,
  answer: z.object({ avatar: z.string() }),
  status: 200,
  errors: ['picture_refused', 'rate_limited'],
})

export const removeAvatar = defineEndpoint({
  name: 'user.remove-avatar',
  method: 'DELETE',
  path: AVATAR,
  summary: 'Take your picture away',
  auth: 'bearer',
  status: 204,
  errors: [],
})

/** Seen by whom the profile is seen. */
export const avatarOf = defineEndpoint<{ id: string }, undefined, undefined, Uint8Array>({
  name: 'user.avatar',
  method: 'GET',
  path: `${AVATAR}{id}`,
  summary: 'The picture of a user',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  media: 'image/png',
  status: 200,
  errors: ['not_found'],
})
