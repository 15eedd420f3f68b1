import { describe, expect, it } from 'vitest'
import { PLAN_LEVELS } from '../../../src/core/api/claims.js'
import { isOwned, type Offer, offersOf, offerWith, priceText } from '../../../src/plugins/account/offers.js'

const levels: Offer[] = PLAN_LEVELS.map(level => ({
  key: level,
  title: level,
  level,
  features: [],
  opens: [],
}))
const sampler: Offer = { key: 'sampler', title: 'Sampler', features: ['AddOn.Sampler'], opens: [] }

describe('what is sold', () => {
  it('is nothing where the manifest names nothing', () => {
    expect(offersOf('')).toEqual([])
    expect(offersOf('[]')).toEqual([])
  })

  it.each(['{', '{}', '[{"key":1}]'])('is refused with a code where it cannot be read: %s', text => {
    expect(() => offersOf(text)).toThrow(expect.objectContaining({ code: 'answer_invalid' }))
  })

  it.each([
    ['positions', 'Pro'],
    ['songs', 'Basic'],
    ['Enterprise', 'Enterprise'],
    ['SubscriptionLevel.Basic', 'Basic'],
    ['AddOn.Sampler', 'sampler'],
  ])('opens %s with the lowest that has it: %s', (feature, key) => {
    expect(offerWith([sampler, ...levels.toReversed()], feature)?.key).toBe(key)
  })

  it('finds no offer for an unknown feature', () => {
    expect(offerWith([...levels, sampler], 'AddOn.Unheard')).toBeUndefined()
  })

  it('is had with a level below one’s own, and with the claims of an add-on', () => {
    expect(levels.map(offer => isOwned(offer, 'Pro', []))).toEqual([true, true, false])
    expect([[], ['AddOn.Sampler']].map(features => isOwned(sampler, 'free', features))).toEqual([false, true])
  })

  it.each([
    [{ amount: 400, currency: 'eur', interval: 'month' }, 'en-GB', '€4.00'],
    [{ amount: 400, currency: 'eur', interval: 'month' }, 'de', '4,00\u00a0€'],
    [{ amount: 400, currency: 'jpy', interval: 'month' }, 'en', '¥400'],
    [{ amount: 4000, currency: 'kwd', interval: 'year' }, 'en', 'KWD\u00a04.000'],
  ])('costs %o in %s: %s', (price, language, text) => {
    expect(priceText(price, language)).toBe(text)
  })
})
