// What can be bought: the table of products, ours or the operator's.
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { DOWNLOAD_HTML, featureOfLevel, PLAN_LEVELS, type PlanLevel } from '../../src/core/api/claims.js'
import { StartFailure } from '../failure.js'
import '../zod-messages.js'

export const price = z.strictObject({
  /** In the currency's smallest unit, cents for example. */
  amount: z.int().check(z.minimum(0)),
  /** ISO 4217, small letters, as Stripe writes it. */
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  interval: z.enum(['day', 'week', 'month', 'year']),
})
export type Price = z.infer<typeof price>

const name = z.string().check(z.minLength(1), z.maxLength(100))

const product = z.strictObject({
  /** The lookup key of its price at Stripe. */
  key: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,100}$/)),
  title: name,
  /** A user has one level at a time; other products come beside it. */
  level: z.optional(z.enum(PLAN_LEVELS)),
  /** Claims beside that of the level; `;` parts them in the token. */
  features: z._default(z.array(name.check(z.regex(/^[^;]+$/))), []),
  /** What it opens, in words for the page. */
  opens: z._default(z.array(name), []),
  /** What is not there yet and will be part of it, in words for the page. */
  later: z.optional(z.array(name)),
  /** What test billing asks for; Stripe's own price counts where there is Stripe. */
  price: z.optional(price),
  /** False: no longer offered, and still open to those who have it. */
  sold: z._default(z.boolean(), true),
})

const productTable = z.array(product).check(
  z.refine(products => new Set(products.map(({ key }) => key)).size === products.length, 'names a key twice'),
  z.refine(
    products => products.every(({ level, features }) => level !== undefined || features.length > 0),
    'has a product without level and features',
  ),
)

export interface Product extends Omit<z.infer<typeof product>, 'level' | 'price' | 'sold'> {
  readonly level?: PlanLevel | undefined
  readonly price?: Price | undefined
  readonly sold?: boolean
}

const monthly = (amount: number): Price => ({ amount, currency: 'eur', interval: 'month' })

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
    opens: ['Pin notes to strings'],
    later: ['Practice scores', 'Recording'],
    price: monthly(900),
  },
  {
    key: 'fretwork_enterprise',
    title: 'Enterprise',
    level: 'Enterprise',
    features: [],
    opens: ['Your own branding', 'External plugins'],
    price: monthly(2900),
  },
  {
    key: 'fretwork_download_html',
    title: 'Download as HTML',
    features: [DOWNLOAD_HTML],
    opens: ['Export the neck or tablature as a single HTML page'],
    price: monthly(200),
  },
  {
    key: 'fretwork_sampler',
    title: 'Sampler',
    features: ['AddOn.Sampler'],
    opens: [],
    later: ['Sampled sounds'],
    price: monthly(300),
  },
]

/** Reads the operator's table, or gives ours. @throws StartFailure `products_invalid`, naming file and fault. */
export function readProducts(path: string | undefined): readonly Product[] {
  if (path === undefined) return DEFAULT_PRODUCTS
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The table of products ${path} cannot be read (${why}); put it right or unset FRETWORK_PRODUCTS.`
    throw new StartFailure('products_invalid', message, { cause })
  }
  const parsed = productTable.safeParse(content)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path: place, message }) => `${place.join('.')} ${message}`.trim())
  throw new StartFailure(
    'products_invalid',
    `The table of products ${path} is not right: ${wrong.join('; ')}.`,
  )
}

/** The features that the products of these lookup keys open, each once. A key that is not in the table opens nothing. */
export function featuresOfProducts(products: readonly Product[], keys: readonly string[]): string[] {
  const bought = products.filter(({ key }) => keys.includes(key))
  return [
    ...new Set(
      bought.flatMap(({ level, features }) => (level ? [featureOfLevel(level), ...features] : features)),
    ),
  ]
}
