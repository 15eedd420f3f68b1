import * as z from 'zod/mini'
import { openedBy } from '../../core/auth/plans.js'
import { type ProductOffer, productOffer } from '../../core/contract/account.js'
import { featureOfLevel, PLAN_LEVELS, type PlanLevel } from '../../core/contract/claims.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

export type Offer = ProductOffer
export type Level = 'free' | PlanLevel

export const FREE_FEATURES = Object.values(
  phrases({
    neck: 'Neck, MIDI input and output, sound',
    cli: 'Command line',
    songs: 'Five saved songs',
    feedback: 'One take with feedback',
    homework: 'Homework with feedback on every take',
  }),
)

const PRODUCT_TEXTS = phrases({
  songs: 'Unlimited songs',
  tunings: 'Custom tunings and shapes',
  positions: 'Pin notes to strings',
  practice: 'Feedback on your playing',
  recording: 'Recording',
  plugins: 'External plugins',
  html: 'Printable handouts of the neck and tablature',
  download: 'Download as HTML',
  sampler: 'Sampler',
  samples: 'Your own SoundFonts and samples',
})

const TRANSLATED: ReadonlySet<string> = new Set(Object.values(PRODUCT_TEXTS))

/**
 * Translates the names and descriptions of default products. An operator’s own products are not translated.
 */
export function productText(english: string, translate: (english: string) => string): string {
  return TRANSLATED.has(english) ? translate(english) : english
}

/**
 * @param products JSON from the manifest; empty if nothing is sold
 * @throws FretworkError `answer_invalid`
 */
export function offersOf(products: string): readonly Offer[] {
  try {
    return z.array(productOffer).parse(JSON.parse(products || '[]'))
  } catch (cause) {
    throw new FretworkError('answer_invalid', 'Couldn’t read the list of plans. Reload the page.', { cause })
  }
}

export function rankOf(level: Level): number {
  return level === 'free' ? 0 : PLAN_LEVELS.indexOf(level) + 1
}

export function opens(offer: Offer, feature: string): boolean {
  if (offer.features.includes(feature)) return true
  const by = openedBy(feature)
  const wanted = PLAN_LEVELS.find(level => by === level || feature === featureOfLevel(level))
  return wanted !== undefined && offer.level !== undefined && rankOf(offer.level) >= rankOf(wanted)
}

export function isOwned(offer: Offer, level: Level, features: readonly string[]): boolean {
  if (offer.level !== undefined) return rankOf(level) >= rankOf(offer.level)
  return offer.features.every(feature => features.includes(feature))
}

export function offerWith(offers: readonly Offer[], feature: string): Offer | undefined {
  const fitting = offers.filter(offer => opens(offer, feature))
  return fitting.toSorted((a, b) => rankOf(a.level ?? 'free') - rankOf(b.level ?? 'free'))[0]
}

export function priceText({ amount, currency }: NonNullable<Offer['price']>, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  // The yen has no minor unit, and a dinar has 1,000.
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** A granted level can still be bought. Paid levels are changed on the payment provider’s page. */
export function paysForLevel({ level, status }: { readonly level: Level; readonly status: string }): boolean {
  return level !== 'free' && status !== 'granted'
}

export function canChoose(
  offer: Offer,
  level: Level,
  features: readonly string[],
  paysForLevel: boolean,
): boolean {
  return !isOwned(offer, level, features) && !(offer.level !== undefined && paysForLevel)
}

/** Plan requested by a command. The subscription page starts its checkout. */
export const REQUESTED_PLAN =
  createToken<Store<{ readonly plan: string | undefined }>>('account.requested-plan')
