import type { ProductOffer } from '../../src/core/contract/account.js'
import * as entries from '../../src/core/contract/account.js'
import { featureOfLevel, type Level, PLAN_LEVELS, planLevelOf } from '../../src/core/contract/claims.js'
import { enforceLimits } from '../auth/rate-limit.js'
import type { User } from '../auth/sessions.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import type { Call, Route } from '../http/route.js'
import type { Tenant } from '../tenants/tenants.js'
import type { Billing } from './billing.js'
import { customerOf, ensureCustomer } from './customers.js'
import { featuresOfProducts, type Price } from './products.js'
import type { BillingParts, Payer, Provider } from './provider.js'
import { featuresOf, liveSubscriptions, type Subscription } from './subscriptions.js'

export interface AccountParts extends Pick<BillingParts, 'database' | 'now'> {
  readonly billing: Billing
  readonly addressOf: (tenant: Tenant) => string
  readonly warn: (error: unknown, message: string) => void
}

type Asking = Pick<Call<unknown, unknown, unknown>, 'tenant' | 'session' | 'address'>

const REQUESTS_PER_MINUTE = 30

export function accountRoutes(route: Route, parts: AccountParts): void {
  const { database, billing, now } = parts
  const account = ({ tenant, session: { user } }: Asking) =>
    database.inTenant(tenant.key, scope => planOf(scope, user, now()))
  const manifest = async () => ({ settings: { Products: await productsJson(billing, parts.warn) } })

  route(entries.account, account)
  route(entries.stripeAccount, call => stripeAccount(parts, call))
  route(entries.manifest, manifest)
  route(entries.accountContainer, async call => ({
    account: await account(call),
    stripeAccount: await stripeAccount(parts, call),
    manifest: await manifest(),
  }))

  route(entries.stripeSession, async call => {
    const provider = await limitedProvider(parts, call)
    const customer = await ensureCustomer(database, provider, payerOf(call))
    return { client_secret: await provider.customerSecret(customer) }
  })

  route(entries.stripeCheckout, async call => {
    const provider = await limitedProvider(parts, call)
    const product = billing.products.find(({ key, sold }) => key === call.body.product && sold !== false)
    if (!product) throw new Problem('not_found')
    const payer = payerOf(call)
    const wanted = featuresOfProducts([product], [product.key])
    const paid = await database.inTenant(payer.tenant, scope => liveSubscriptions(scope, payer.userId, now()))
    if (isAlreadyPaid(paid, wanted)) throw new Problem('plan_present')
    const customerId = await ensureCustomer(database, provider, payer)
    // Query the provider too: its event for a purchase may not have arrived yet, and users must not pay
    // twice.
    const current = (await provider.subscriptionsOf?.(customerId)) ?? []
    const opened = current.map(one => ({ features: [...featuresOf(one, billing.products)] }))
    if (isAlreadyPaid([...paid, ...opened], wanted)) throw new Problem('plan_present')
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

/** Returns no link if the provider is unavailable, so that the rest of the page still works. */
async function portalOf(parts: AccountParts, call: Asking, customerId: string): Promise<string | undefined> {
  try {
    const provider = await limitedProvider(parts, call)
    return await provider.portal(payerOf(call), customerId, planPage(parts, call.tenant))
  } catch (error) {
    if (!(error instanceof Problem) || !['rate_limited', 'payment_unavailable'].includes(error.code))
      throw error
    parts.warn(error, 'Responded without the link to the payment provider.')
    return undefined
  }
}

/**
 * Limits requests to the provider.
 * @throws Problem `billing_off`, `rate_limited`
 */
async function limitedProvider({ billing, database, now }: AccountParts, call: Asking): Promise<Provider> {
  if (!billing.provider) throw new Problem('billing_off')
  const { tenant, address } = call
  const limits = [{ kind: 'billing', value: call.session.user.id, count: REQUESTS_PER_MINUTE }]
  await enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
  return billing.provider
}

function payerOf({ tenant, session: { user } }: Asking): Payer {
  return { tenant: tenant.key, userId: user.id, email: user.email, name: user.name }
}

function planPage({ addressOf }: AccountParts, tenant: Tenant): string {
  return `${addressOf(tenant)}/account/subscription`
}

/** @param user user from a live session, with current features */
export async function planOf(scope: Scope, user: User, now: number) {
  const level: Level = planLevelOf(user.features) ?? 'free'
  const paid = await liveSubscriptions(scope, user.id, now)
  const ofLevel = paid.filter(({ features }) => (planLevelOf(features) ?? 'free') === level)
  const payment = level === 'free' ? undefined : ofLevel[0]
  return {
    level,
    status: payment?.status ?? (level === 'free' ? 'free' : 'granted'),
    ...(payment?.renewsAt && { renewsAt: payment.renewsAt.toISOString() }),
    ...(payment?.endsAt && { endsAt: payment.endsAt.toISOString() }),
    features: user.features,
  }
}

export function isAlreadyPaid(paid: readonly Pick<Subscription, 'features'>[], features: readonly string[]) {
  const have = paid.flatMap(subscription => subscription.features)
  const isLevel = (feature: string) => PLAN_LEVELS.some(level => featureOfLevel(level) === feature)
  return features.every(feature => have.includes(feature)) || (features.some(isLevel) && have.some(isLevel))
}

/** Returns products with the provider's prices, or without prices if the provider is unavailable. */
export async function productsJson(
  { products, provider }: Billing,
  warn: (error: unknown, message: string) => void,
): Promise<string> {
  const sold = provider ? products.filter(product => product.sold !== false) : []
  let prices: ReadonlyMap<string, Price> = new Map()
  try {
    prices = (await provider?.prices(sold)) ?? prices
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    warn(error, 'Responded without prices.')
  }
  const offers = sold.map(({ key, title, level, opens, later }): ProductOffer => {
    const price = prices.get(key)
    const features = featuresOfProducts(sold, [key])
    return { key, title, level, features, opens, later, price }
  })
  return JSON.stringify(offers)
}
