// The products as the application shows them: a JSON string, as the specification has it.
import type { ProductOffer } from '../../src/core/api/account.js'
import type { Billing } from '../billing/billing.js'
import { featuresOfProducts, type Price } from '../billing/products.js'
import { Problem } from '../http/problem.js'

/** Prices are the payment provider's; while it does not answer, products come without. */
export async function manifestOf(
  { products, provider }: Billing,
  warn: (error: unknown, message: string) => void,
): Promise<string> {
  const sold = provider ? products.filter(product => product.sold !== false) : []
  let prices: ReadonlyMap<string, Price> = new Map()
  try {
    prices = (await provider?.prices(sold)) ?? prices
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    warn(error, 'The prices are left out.')
  }
  const offers = sold.map(({ key, title, level, opens, later }): ProductOffer => {
    const price = prices.get(key)
    const features = featuresOfProducts(sold, [key])
    return {
      key,
      title,
      ...(level && { level }),
      features,
      opens,
      ...(later && { later }),
      ...(price && { price }),
    }
  })
  return JSON.stringify(offers)
}
