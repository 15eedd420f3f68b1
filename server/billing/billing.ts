// Decides who takes payments: Stripe with keys, test billing in demo mode, else nobody.
import { type Config, isDemo } from '../config.js'
import type { Database } from '../database/connection.js'
import { listTenants } from '../tenancy/tenants.js'
import { forgetTestCustomers } from './customers.js'
import { type Product, readProducts } from './products.js'
import type { Provider } from './provider.js'
import { settleFeatures } from './subscriptions.js'
import { type TestProvider, testProvider } from './test-provider.js'

export interface Billing {
  readonly products: readonly Product[]
  /** Missing where nothing is sold. */
  readonly provider?: Provider | TestProvider | undefined
}

/** @throws StartFailure `products_invalid`. */
export async function openBilling(config: Config, now: () => number): Promise<Billing> {
  const products = readProducts(config.products)
  if (config.stripe) {
    // A large package that most servers have no use for.
    const { stripeProvider } = await import('./stripe-provider.js')
    return { products, provider: stripeProvider(config.stripe, now) }
  }
  return { products, provider: isDemo(config) ? testProvider(now) : undefined }
}

/** Brings what is kept in line with today's products, and forgets what test billing gave away where there is none. */
export async function settleBilling(database: Database, { products, provider }: Billing): Promise<void> {
  for (const { key } of await listTenants(database.open)) {
    await database.inTenant(key, async scope => {
      if (provider?.kind !== 'test') await forgetTestCustomers(scope)
      await settleFeatures(scope, products)
    })
  }
}
