import type { FastifyInstance } from 'fastify'
import { type Config, isDemo } from '../config.js'
import { tenantsWhere } from '../database/queries.js'
import type { Transactions } from '../database/transactions.js'
import { deleteTestCustomers } from './customers.js'
import { type Product, readProducts } from './products.js'
import type { BillingParts, Provider } from './provider.js'
import { syncFeatures } from './subscriptions.js'
import { type TestProvider, testProvider } from './test-provider.js'

export interface Billing {
  readonly products: readonly Product[]
  readonly provider?: Provider | TestProvider | undefined
}

export async function openBilling(config: Config, now: () => number): Promise<Billing> {
  const products = readProducts(config.products)
  if (config.stripe) {
    // Import on demand: the package is large, and most servers don't sell plans.
    const { stripeProvider } = await import('./stripe-provider.js')
    return { products, provider: stripeProvider(config.stripe, now) }
  }
  return { products, provider: isDemo(config) ? testProvider(now) : undefined }
}

export async function syncBilling(database: Transactions, { products, provider }: Billing): Promise<void> {
  const paying = ['subscriptions', 'billing_customers'].map(
    table => `SELECT 1 FROM ${table} WHERE tenant = $1`,
  )
  for (const key of await tenantsWhere(database.shared, ...paying)) {
    await database.inTenant(key, async scope => {
      if (provider?.kind !== 'test') await deleteTestCustomers(scope)
      await syncFeatures(scope, products)
    })
  }
}

export async function billingRoutes(
  app: FastifyInstance,
  { products, provider }: Billing,
  parts: Omit<BillingParts, 'products'>,
): Promise<void> {
  if (!provider) return
  // Import the payment provider's package only on servers that sell plans.
  const { addWebhook } = await import('./webhook.js')
  await addWebhook(app, { ...parts, provider, products })
  if (!('visit' in provider)) return
  const { addTestPages } = await import('./test-pages.js')
  await addTestPages(app, { ...parts, provider, products })
}
