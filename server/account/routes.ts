// The calls about the paid side: plan, payment account, checkout, products.
import * as entries from '../../src/core/api/account.js'
import type { Billing } from '../billing/billing.js'
import { customerOf, ensureCustomer } from '../billing/customers.js'
import { featuresOfProducts } from '../billing/products.js'
import type { Payer, Provider } from '../billing/provider.js'
import { featuresOf, liveSubscriptions } from '../billing/subscriptions.js'
import type { Database } from '../database/connection.js'
import { Problem } from '../http/problem.js'
import type { Call, Route } from '../http/route.js'
import { spend } from '../presence/auth/rate-limit.js'
import type { Tenant } from '../tenancy/tenants.js'
import { manifestOf } from './manifest.js'
import { isPaidFor, planOf } from './plan.js'

export interface AccountParts {
  readonly database: Database
  readonly billing: Billing
  readonly now: () => number
  /** The origin under which the tenant's users know the application. */
  readonly addressOf: (tenant: Tenant) => string
  readonly warn: (error: unknown, message: string) => void
}

type Asking = Pick<Call<unknown, unknown, unknown>, 'tenant' | 'session'>

/** Calls in a minute that the payment provider is asked for one user. */
const ASKED_PER_MINUTE = 30

export function accountRoutes(route: Route, parts: AccountParts): void {
  const { database, billing, now } = parts
  const account = ({ tenant, session: { user } }: Asking) =>
    database.inTenant(tenant.key, scope => planOf(scope, user, now()))
  const manifest = async () => ({ settings: { Products: await manifestOf(billing, parts.warn) } })

  route(entries.account, account)
  route(entries.stripeAccount, call => stripeAccount(parts, call))
  route(entries.manifest, manifest)
  route(entries.accountContainer, async call => ({
    account: await account(call),
    stripeAccount: await stripeAccount(parts, call),
    manifest: await manifest(),
  }))

  route(entries.stripeSession, async call => {
    const provider = await askable(parts, call)
    const customer = await ensureCustomer(database, provider, payerOf(call))
    return { client_secret: await provider.customerSecret(customer) }
  })

  route(entries.stripeCheckout, async call => {
    const provider = await askable(parts, call)
    const product = billing.products.find(({ key, sold }) => key === call.body.product && sold !== false)
    if (!product) throw new Problem('not_found')
    const payer = payerOf(call)
    const wanted = featuresOfProducts([product], [product.key])
    const paid = await database.inTenant(payer.tenant, scope => liveSubscriptions(scope, payer.userId, now()))
    if (isPaidFor(paid, wanted)) throw new Problem('plan_present')
    const customerId = await ensureCustomer(database, provider, payer)
    // Paid, and its event is still on its way: whoever sees no plan yet must not pay again.
    const told = (await provider.subscriptionsOf?.(customerId)) ?? []
    const opened = told.map(one => ({ features: [...featuresOf(one, billing.products)] }))
    if (isPaidFor([...paid, ...opened], wanted)) throw new Problem('plan_present')
    const returnUrl = planPage(parts, call.tenant)
    const paidUrl = `${returnUrl}?checkout=paid`
    return { client_secret: await provider.checkout({ payer, customerId, product, returnUrl, paidUrl }) }
  })
}

async function stripeAccount(parts: AccountParts, call: Asking) {
  const { provider } = parts.billing
  if (!provider) return { configured: false }
  const { kind: mode, publishableKey } = provider
  const open = { configured: true, mode, ...(publishableKey !== undefined && { publishableKey }) }
  const { tenant, userId } = payerOf(call)
  const customerId = await parts.database.inTenant(tenant, scope => customerOf(scope, userId))
  if (customerId === undefined) return open
  const portalUrl = await portalOf(parts, call, customerId)
  return { ...open, customerId, ...(portalUrl !== undefined && { portalUrl }) }
}

/** Without the provider the rest of the page is still right: the link is then left out. */
async function portalOf(parts: AccountParts, call: Asking, customerId: string): Promise<string | undefined> {
  try {
    const provider = await askable(parts, call)
    return await provider.portal(payerOf(call), customerId, planPage(parts, call.tenant))
  } catch (error) {
    if (!(error instanceof Problem) || !['rate_limited', 'payment_unavailable'].includes(error.code))
      throw error
    parts.warn(error, 'The link to the payment provider is left out.')
    return undefined
  }
}

/** @throws Problem `billing_off`, or `rate_limited` for who makes us ask too often. */
async function askable({ billing, database, now }: AccountParts, call: Asking): Promise<Provider> {
  if (!billing.provider) throw new Problem('billing_off')
  const limit = { of: 'billing', value: call.session.user.id, perMinute: ASKED_PER_MINUTE }
  await spend(database, call.tenant.key, [limit], now())
  return billing.provider
}

function payerOf({ tenant, session: { user } }: Asking): Payer {
  return { tenant: tenant.key, userId: user.id, email: user.email, name: user.name }
}

function planPage({ addressOf }: AccountParts, tenant: Tenant): string {
  return `${addressOf(tenant)}/account/subscription`
}
