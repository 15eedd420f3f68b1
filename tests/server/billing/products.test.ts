// Product table: built-in table, operator file and startup errors.
import { expect, it } from 'vitest'
import { DEFAULT_PRODUCTS, featuresOfProducts, readProducts } from '../../../server/billing/products.js'
import { readConfig } from '../../../server/config.js'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()
const fileWith = (content: unknown) =>
  put('products.json', typeof content === 'string' ? content : JSON.stringify(content))
const basic = { key: 'studio_basic', title: 'Studio', level: 'Basic' }

it('the built-in product table contains three levels, the download, and the sampler', () => {
  expect(readProducts(undefined)).toBe(DEFAULT_PRODUCTS)
  const all = featuresOfProducts(
    DEFAULT_PRODUCTS,
    DEFAULT_PRODUCTS.map(({ key }) => key),
  )
  const levels = ['Basic', 'Pro', 'Enterprise'].map(level => `SubscriptionLevel.${level}`)
  expect(all).toEqual([...levels, 'Download.HTML', 'AddOn.Sampler'])
})

it('a configured file replaces the built-in product table', async () => {
  const products = readProducts(await fileWith([basic, { ...basic, key: 'old', sold: false }]))
  expect(products.map(({ key, sold }) => [key, sold])).toEqual([
    ['studio_basic', true],
    ['old', false],
  ])
  expect(featuresOfProducts(products, ['old'])).toEqual(['SubscriptionLevel.Basic'])
})

it.each([
  ['{', /is not valid JSON/],
  [{}, /is invalid/],
  [[{ ...basic, level: 'Gold' }], /0\.level/],
  [[basic, basic], /contains a key twice/],
  [[{ key: 'nothing', title: 'Nothing' }], /without level and features/],
  [[{ ...basic, features: ['a;Admin'] }], /0\.features\.0/],
  [[{ ...basic, prize: 1 }], /prize/],
])(
  'an invalid product table prevents startup and reports the position of the error: %j',
  async (content, message) => {
    const path = await fileWith(content)
    expect(() => readProducts(path)).toThrow(message)
  },
)

it('a missing product table file prevents startup', () => {
  expect(() => readProducts(at('none.json'))).toThrow(/none\.json cannot be read/)
})

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
}
const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }

it('Stripe keys must be configured all together or not at all', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk_test_a', webhookSecret: 'whsec_a' })
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_a' })).toThrow(
    /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET is not set/,
  )
})

it('all Stripe keys must have the same mode, and production requires live mode', () => {
  expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })).toThrow(/must both be/)
  expect(() => readConfig({ ...keys, NODE_ENV: 'production' })).toThrow(/test key/)
  expect(readConfig({ ...live, NODE_ENV: 'production' }).stripe?.secretKey).toBe('sk_live_a')
  const standIn = { ...live, NODE_ENV: 'production', STRIPE_API_URL: 'http://127.0.0.1:1' }
  expect(() => readConfig(standIn)).toThrow(/for tests/)
})
