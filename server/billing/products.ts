import * as z from 'zod/mini'
import { DOWNLOAD_HTML, featureOfLevel, PLAN_LEVELS, type PlanLevel } from '../../src/core/contract/claims.js'
import { readJson, StartFailure } from '../failure.js'
import '../../src/sandbox/packages/zod-messages.js'

export const price = z.strictObject({
  /** Amount in the currency's smallest unit, such as cents. */
  amount: z.int().check(z.minimum(0)),
  /** ISO 4217 currency code in lower case, as in Stripe's API. */
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  interval: z.enum(['day', 'week', 'month', 'year']),
})
export type Price = z.infer<typeof price>

const name = z.string().check(z.minLength(1), z.maxLength(100))

const product = z.strictObject({
  key: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,100}$/)),
  title: name,
  level: z.optional(z.enum(PLAN_LEVELS)),
  /** Features in addition to the level's own. Tokens use `;` as the separator. */
  features: z._default(z.array(name.check(z.regex(/^[^;]+$/))), []),
  opens: z._default(z.array(name), []),
  later: z.optional(z.array(name)),
  /** Price for test billing. With Stripe, Stripe's price is used. */
  price: z.optional(price),
  sold: z._default(z.boolean(), true),
})

const productTable = z.array(product).check(
  z.refine(
    products => new Set(products.map(({ key }) => key)).size === products.length,
    'contains a key twice',
  ),
  z.refine(
    products => products.every(({ level, features }) => level !== undefined || features.length > 0),
    'contains a product without level and features',
  ),
)

export interface Product extends Omit<z.infer<typeof product>, 'level' | 'price' | 'sold'> {
  readonly level?: PlanLevel | undefined
  readonly price?: Price | undefined
  readonly sold?: boolean
}

const monthly = (amount: number): Price => ({ amount, currency: 'eur', interval: 'month' })

/** Default products. A test checks `opens` against the features. */
export const DEFAULT_PRODUCTS: readonly Product[] = [
  {
    key: 'fretwork_basic',
    title: 'Basic',
    level: 'Basic',
    features: [],
    opens: ['Unlimited songs', 'Custom tunings and shapes'],
    price: monthly(400),
  },
  {
    key: 'fretwork_pro',
    title: 'Pro',
    level: 'Pro',
    features: [],
    opens: ['Pin notes to strings', 'Feedback on your playing', 'Recording'],
    price: monthly(900),
  },
  {
    key: 'fretwork_enterprise',
    title: 'Enterprise',
    level: 'Enterprise',
    features: [],
    opens: ['External plugins'],
    price: monthly(2900),
  },
  {
    key: 'fretwork_download_html',
    title: 'Download as HTML',
    features: [DOWNLOAD_HTML],
    opens: ['Printable handouts of the neck and tablature'],
    price: monthly(200),
  },
  {
    key: 'fretwork_sampler',
    title: 'Sampler',
    features: ['AddOn.Sampler'],
    opens: ['Your own SoundFonts and samples'],
    price: monthly(200),
  },
]

/**
 * Reads the operator's table, or returns the default products.
 * @throws StartFailure `products_invalid` with the file and the problem
 */
export function readProducts(path: string | undefined): readonly Product[] {
  if (path === undefined) return DEFAULT_PRODUCTS
  const parsed = productTable.safeParse(readJson(path, 'products_invalid'))
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path: place, message }) => `${place.join('.')} ${message}`.trim())
  throw new StartFailure('products_invalid', `The product table ${path} is invalid: ${wrong.join('; ')}.`)
}

export function featuresOfProducts(products: readonly Product[], keys: readonly string[]): string[] {
  const bought = products.filter(({ key }) => keys.includes(key))
  return [
    ...new Set(
      bought.flatMap(({ level, features }) => (level ? [featureOfLevel(level), ...features] : features)),
    ),
  ]
}
