// Everything of billing that is not in the contract: the webhook, and test billing's pages.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.js'
import type { Billing } from './billing.js'
import type { TestProvider } from './test-provider.js'

/** Nothing where nothing is sold. */
export async function billingRoutes(
  app: FastifyInstance,
  { products, provider }: Billing,
  parts: { readonly database: Database; readonly now: () => number },
): Promise<void> {
  if (!provider) return
  // With the payment provider's package, which a server that sells nothing need not read.
  const { addWebhook } = await import('./webhook.js')
  await addWebhook(app, { ...parts, provider, products })
  if (!isTest(provider)) return
  const { addTestPages } = await import('./test-pages.js')
  await addTestPages(app, { ...parts, provider, products })
}

function isTest(provider: NonNullable<Billing['provider']>): provider is TestProvider {
  return provider.kind === 'test'
}
