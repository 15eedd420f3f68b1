// The calls about the paid side: plan, card-payment account, checkout, products.
import * as z from 'zod/mini'
import { PLAN_LEVELS } from './claims.js'
import { defineEndpoint } from './endpoint.js'
import { text } from './fields.js'

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
  /** What is not there yet: nobody pays for it without knowing. */
  later: z.optional(z.array(z.string())),
  /** `amount` in the currency's smallest unit. Missing while the payment provider does not say. */
  price: z.optional(z.object({ amount: z.number(), currency: z.string(), interval: z.string() })),
})
export type ProductOffer = z.infer<typeof productOffer>

export const productManifest = z.object({
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
