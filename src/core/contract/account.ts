import * as z from 'zod/mini'
import { AUTH } from './auth.js'
import { LEVELS, PLAN_LEVELS } from './claims.js'
import { defineEndpoint, emailAddress, givenPassword, newPassword, text, userId } from './endpoint.js'

const ACCOUNT = '/account/api/v1'

export const accountState = z.object({
  level: z.enum(LEVELS),
  /** `free`, `granted` (by an administrator), or the provider's status: `active`, `trialing`, `past_due`. */
  status: z.string(),
  /** Renewal date, ISO 8601, UTC. */
  renewsAt: z.optional(z.string()),
  endsAt: z.optional(z.string()),
  features: z.array(z.string()),
})

export const stripeAccountState = z.object({
  configured: z.boolean(),
  /** In `test` mode nothing is charged, and the checkout page is `/dev/checkout/<client secret>`. */
  mode: z.optional(z.enum(['stripe', 'test'])),
  publishableKey: z.optional(z.string()),
  customerId: z.optional(z.string()),
  portalUrl: z.optional(z.string()),
})

export const productOffer = z.object({
  key: z.string(),
  title: z.string(),
  level: z.optional(z.enum(PLAN_LEVELS)),
  features: z.array(z.string()),
  opens: z.array(z.string()),
  later: z.optional(z.array(z.string())),
  /** `amount` is in the currency's smallest unit. Omitted if the payment provider can’t be reached. */
  price: z.optional(z.object({ amount: z.number(), currency: z.string(), interval: z.string() })),
})
export type ProductOffer = z.infer<typeof productOffer>

const productManifest = z.object({ settings: z.object({ Products: z.string() }) })

const clientSecret = z.object({ client_secret: z.string() })

export const account = defineEndpoint('account.account', `GET ${ACCOUNT}/account/account`, {
  summary: 'Get your plan',
  answer: accountState,
})

export const stripeAccount = defineEndpoint(
  'account.stripe-account',
  `GET ${ACCOUNT}/account/stripe_account`,
  { summary: 'Your payment account', answer: stripeAccountState },
)

export const stripeSession = defineEndpoint(
  'account.stripe-session',
  `GET ${ACCOUNT}/account/stripe_session`,
  {
    summary: 'Get a client secret for showing your payment methods',
    answer: clientSecret,
    errors: ['billing_off', 'payment_unavailable', 'rate_limited'],
  },
)

export const stripeCheckout = defineEndpoint(
  'account.stripe-checkout',
  `POST ${ACCOUNT}/account/stripe_checkout`,
  {
    summary: 'Start a checkout for a product, by its lookup key',
    body: z.strictObject({ product: text(1, 200) }),
    answer: clientSecret,
    errors: ['billing_off', 'not_found', 'plan_present', 'payment_unavailable', 'rate_limited'],
  },
)

export const manifest = defineEndpoint('account.manifest', `GET ${ACCOUNT}/manifest/`, {
  summary: 'List the products for sale',
  answer: productManifest,
})

export const accountContainer = defineEndpoint('account.container', `GET ${ACCOUNT}/`, {
  summary: 'Get your plan and payment account, and the products for sale',
  answer: z.object({ account: accountState, stripeAccount: stripeAccountState, manifest: productManifest }),
})

export const changePassword = defineEndpoint('own.password', `POST ${AUTH}/password/change`, {
  dangerous: true,
  summary: 'Change your password and end your other sessions',
  body: z.strictObject({ currentPassword: givenPassword, password: newPassword }),
  status: 204,
  errors: ['password_wrong', 'password_same', 'password_weak', 'rate_limited'],
})

export const changeEmail = defineEndpoint('own.email', `POST ${AUTH}/email/change`, {
  dangerous: true,
  summary: 'Request an email change; it takes effect when the link in the email is opened',
  body: z.strictObject({ currentPassword: givenPassword, email: emailAddress }),
  status: 202,
  errors: ['password_wrong', 'email_same', 'rate_limited'],
})

export const exportAccount = defineEndpoint<undefined, undefined, undefined, Uint8Array>(
  'own.export',
  `GET ${AUTH}/account/export`,
  {
    cost: 60,
    dangerous: true,
    summary:
      'Export everything stored about you: one line of JSON per row, and a final line if the export is complete',
    media: 'application/x-ndjson',
    errors: ['rate_limited'],
  },
)

export const deleteAccount = defineEndpoint('own.delete', `POST ${AUTH}/account/delete`, {
  dangerous: true,
  summary: 'Permanently delete your account and all its data',
  body: z.strictObject({ currentPassword: givenPassword }),
  status: 204,
  errors: ['password_wrong', 'last_admin', 'rate_limited'],
})

const AVATAR = '/presence/api/v1/user/avatar/'

export const PICTURE_BYTES = 256 * 1024
export const PICTURE_PIXELS = 256

const BASE64_LENGTH = 4 * Math.ceil(PICTURE_BYTES / 3)

export const saveAvatar = defineEndpoint('user.save-avatar', `PUT ${AVATAR}`, {
  cost: 10,
  summary: 'Set your picture: a base64 PNG of at most 256 KB and 256 × 256 pixels',
  body: z.strictObject({ picture: z.string().check(z.minLength(1), z.maxLength(BASE64_LENGTH)) }),
  bodyLimit: BASE64_LENGTH + 1024,
  answer: z.object({ avatar: z.string() }),
  errors: ['picture_refused', 'rate_limited'],
})

export const removeAvatar = defineEndpoint('user.remove-avatar', `DELETE ${AVATAR}`, {
  summary: 'Remove your picture',
  status: 204,
})

export const avatarOf = defineEndpoint<{ id: string }, undefined, undefined, Uint8Array>(
  'user.avatar',
  `GET ${AVATAR}{id}`,
  {
    summary: 'Get a user’s picture',
    params: z.strictObject({ id: userId }),
    media: 'image/png',
    errors: ['not_found'],
  },
)
