// The table of products: ours, the operator's, and what is refused at the start.
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRODUCTS, featuresOfProducts, readProducts } from '../../../server/billing/products.js'
import { readConfig } from '../../../server/config.js'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()
const fileWith = (content: unknown) =>
  put('products.json', typeof content === 'string' ? content : JSON.stringify(content))
const basic = { key: 'studio_basic', title: 'Studio', level: 'Basic' }

describe('the table of products', () => {
  it('is built in by default: three levels, the download, and an add-on that is no longer sold', () => {
    expect(readProducts(undefined)).toBe(DEFAULT_PRODUCTS)
    const all = featuresOfProducts(
      DEFAULT_PRODUCTS,
      DEFAULT_PRODUCTS.map(({ key }) => key),
    )
    const levels = ['Basic', 'Pro', 'Enterprise'].map(level => `SubscriptionLevel.${level}`)
    expect(all).toEqual([...levels, 'Download.HTML', 'AddOn.Sampler'])
  })

  it('comes from the operator’s file if one is configured', async () => {
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
  ])('is refused at the start with its place: %j', async (content, message) => {
    const path = await fileWith(content)
    expect(() => readProducts(path)).toThrow(message)
  })

  it('is refused if the file does not exist', () => {
    expect(() => readProducts(at('none.json'))).toThrow(/none\.json cannot be read/)
  })
})

describe('Stripe’s keys', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
  }
  const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }

  it('come all together or not at all', () => {
    expect(readConfig({}).stripe).toBeUndefined()
    expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk_test_a', webhookSecret: 'whsec_a' })
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_a' })).toThrow(
      /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET is not set/,
    )
  })

  it('are of one kind, and live ones in production', () => {
    expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })).toThrow(/must both be/)
    expect(() => readConfig({ ...keys, NODE_ENV: 'production' })).toThrow(/test key/)
    expect(readConfig({ ...live, NODE_ENV: 'production' }).stripe?.secretKey).toBe('sk_live_a')
    const standIn = { ...live, NODE_ENV: 'production', STRIPE_API_URL: 'http://127.0.0.1:1' }
    expect(() => readConfig(standIn)).toThrow(/for tests/)
  })
})
