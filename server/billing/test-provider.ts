// In-process payment provider for demo mode. Charges nothing.
import { randomBytes } from 'node:crypto'
import type { Price } from './products.js'
import type { Order, Payer, Provider } from './provider.js'

export type TestVisit =
  | { readonly page: 'checkout'; readonly order: Order }
  | {
      readonly page: 'plan'
      readonly payer: Payer
      readonly customerId: string
      readonly returnUrl: string
    }

export interface TestSubscription {
  readonly id: string
  readonly customerId: string
  readonly tenant: string
  readonly status: 'active' | 'past_due' | 'canceled'
  readonly product: string
  readonly periodEndsAt: Date
  readonly ending: boolean
}

export interface TestProvider extends Provider {
  readonly kind: 'test'
  visit(id: string): TestVisit | undefined
}

const VISIT_MS = 24 * 60 * 60_000
/** Maximum number of open pages. They are stored in memory and lost on restart. */
const MAX_VISITS = 1000

export function testProvider(now: () => number): TestProvider {
  const visits = new Map<string, { readonly visit: TestVisit; readonly until: number }>()
  const begin = (visit: TestVisit): string => {
    const id = secret()
    visits.set(id, { visit, until: now() + VISIT_MS })
    const [oldest] = visits.keys()
    if (visits.size > MAX_VISITS && oldest !== undefined) visits.delete(oldest)
    return id
  }
  return {
    kind: 'test',
    webhookSecret: `whsec_${secret()}`,
    newCustomer: async () => `cus_${secret()}`,
    prices: async products =>
      new Map(products.flatMap(({ key, price }): [string, Price][] => (price ? [[key, price]] : []))),
    checkout: async order => begin({ page: 'checkout', order }),
    // The browser never uses this secret, because test billing has no payment methods.
    customerSecret: async () => secret(),
    portal: async (payer, customerId, returnUrl) =>
      `/dev/plan/${begin({ page: 'plan', payer, customerId, returnUrl })}`,
    deleteCustomer: async () => undefined,
    visit(id) {
      const found = visits.get(id)
      return found && found.until > now() ? found.visit : undefined
    },
  }
}

function secret(): string {
  return `test_${randomBytes(24).toString('base64url')}`
}
