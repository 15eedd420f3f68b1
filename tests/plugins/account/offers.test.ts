import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_PRODUCTS } from '../../../server/billing/products.js'
import { PLAN_TABLE } from '../../../src/core/auth/plans.js'
import { PLAN_LEVELS } from '../../../src/core/contract/claims.js'
import {
  FREE_FEATURES,
  isOwned,
  type Offer,
  offersOf,
  offerWith,
  priceText,
} from '../../../src/plugins/account/offers.js'
import { SONGS_FOR_FREE } from '../../../src/plugins/library/list/song-library.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'

const levels: Offer[] = PLAN_LEVELS.map(level => ({
  ...{ key: level, title: level, level, features: [], opens: [] },
}))
const sampler: Offer = { key: 'sampler', title: 'Sampler', features: ['AddOn.Sampler'], opens: [] }

it('an empty product manifest contains no offers', () => {
  expect(offersOf('')).toEqual([])
  expect(offersOf('[]')).toEqual([])
})

it.each(['{', '{}', '[{"key":1}]'])(
  'an invalid product manifest is rejected with an error code: %s',
  text => {
    expect(() => offersOf(text)).toThrow(expect.objectContaining({ code: 'answer_invalid' }))
  },
)

it.each([
  ['positions', 'Pro'],
  ['songs', 'Basic'],
  ['Enterprise', 'Enterprise'],
  ['SubscriptionLevel.Basic', 'Basic'],
  ['AddOn.Sampler', 'sampler'],
])('the feature %s belongs to the offer of its lowest level: %s', (feature, key) => {
  expect(offerWith([sampler, ...levels.toReversed()], feature)?.key).toBe(key)
})

it('an unknown feature has no offer', () => {
  expect(offerWith([...levels, sampler], 'AddOn.Unheard')).toBeUndefined()
})

it('a plan includes all lower levels, and an add-on requires its own claim', () => {
  expect(levels.map(offer => isOwned(offer, 'Pro', []))).toEqual([true, true, false])
  expect([[], ['AddOn.Sampler']].map(features => isOwned(sampler, 'free', features))).toEqual([false, true])
})

it.each([
  [{ amount: 400, currency: 'eur', interval: 'month' }, 'en-GB', '€4.00'],
  [{ amount: 400, currency: 'eur', interval: 'month' }, 'de', '4,00\u00a0€'],
  [{ amount: 400, currency: 'jpy', interval: 'month' }, 'en', '¥400'],
  [{ amount: 4000, currency: 'kwd', interval: 'year' }, 'en', 'KWD\u00a04.000'],
])('a price of %o in %s is formatted as %s', (price, language, text) =>
  expect(priceText(price, language)).toBe(text),
)

/** Features, keyed by their label on the plans page. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'Unlimited songs': ['songs'],
  'Custom tunings and shapes': ['tunings', 'shapes'],
  'Pin notes to strings': ['positions'],
  'Feedback on your playing': ['practice'],
  Recording: ['recording'],
  'External plugins': ['Enterprise'],
  'Printable handouts of the neck and tablature': ['Download.HTML'],
  'Your own SoundFonts and samples': ['AddOn.Sampler'],
}

const sold = DEFAULT_PRODUCTS.filter(product => product.sold !== false)
const commands = PLUGINS.flatMap(({ contributes }) => contributes?.commands ?? [])
/** Source code of all plugins, client and server. */
const code = ['src/plugins', 'server/plugins'].flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && /\.tsx?$/.test(file.name))
    .map(file => readFileSync(join(file.parentPath, file.name), 'utf8')),
)

/** Returns whether a command, screen, source file or the external plugin allow list requires the feature. */
function isAsked(feature: string): boolean {
  const byLevel = PLAN_LEVELS.some(level => level === feature)
  const inCode = byLevel ? /featureOfLevel\(level\)/ : new RegExp(`\\bhas\\(.*'${feature}'\\)`)
  return commands.some(command => command.feature === feature) || code.some(text => inCode.test(text))
}

it.each(sold)('the code requires each feature that a product includes: $title', ({ opens, later }) => {
  expect(later).toBeUndefined()
  expect(opens.length).toBeGreaterThan(0)
  expect(opens.flatMap(sentence => SENTENCES[sentence] ?? [`“${sentence}” has no meaning here`])).toSatisfy(
    (features: string[]) => features.every(isAsked),
  )
})

it('every product for sale lists all features of its plan', () => {
  const { free: _, ...paid } = PLAN_TABLE
  for (const [level, features] of Object.entries(paid)) {
    const opens = sold.find(product => product.level === level)?.opens ?? []
    const named = opens.flatMap(sentence => SENTENCES[sentence] ?? [])
    expect(named.filter(feature => feature !== level)).toEqual(features)
    expect(features.filter(feature => !isAsked(feature))).toEqual([])
  }
})

it('no code requires a free-plan feature, and the free plan states its song limit', () => {
  expect(SONGS_FOR_FREE).toBe(5)
  expect(FREE_FEATURES).toContain('Five saved songs')
  for (const feature of PLAN_TABLE.free) expect(isAsked(feature)).toBe(false)
})
