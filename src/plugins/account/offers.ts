/** What can be bought, read from the manifest, and which of it somebody needs or has. */
import * as z from 'zod/mini'
import { type ProductOffer, productOffer } from '../../core/api/account.js'
import { featureOfLevel, PLAN_LEVELS, type PlanLevel } from '../../core/api/claims.js'
import { openedBy } from '../../core/auth/plans.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'

export type Offer = ProductOffer
export type Level = 'free' | PlanLevel

/** What nobody pays for (the default table of plans). */
export const FREE_OPENS = Object.values(
  phrases({ neck: 'Neck, MIDI in and out, sound', cli: 'Command line', songs: 'Five songs kept' }),
)

/** The words of the products that ship with the server. */
const SOLD_WORDS = phrases({
  songs: 'Songs without limit',
  tunings: 'Own tunings and shapes',
  positions: 'Positions with pins',
  scores: 'Practice scores',
  recording: 'Recording',
  branding: 'Branding of the tenant',
  plugins: 'External plugins',
  html: 'Neck or tablature as one self-contained HTML page',
  sampled: 'Sampled sound beside the synthesiser',
  download: 'Download as HTML',
  sampler: 'Sampler',
})

const OURS: ReadonlySet<string> = new Set(Object.values(SOLD_WORDS))

/** Words of our own products in the reader's language; an operator's own as they were written. */
export function soldText(english: string, translate: (english: string) => string): string {
  return OURS.has(english) ? translate(english) : english
}

/**
 * @param products the manifest's JSON string; an empty one sells nothing
 * @throws FretworkError `answer_invalid`
 */
export function offersOf(products: string): readonly Offer[] {
  try {
    return z.array(productOffer).parse(JSON.parse(products || '[]'))
  } catch (cause) {
    throw new FretworkError('answer_invalid', 'The list of plans cannot be read; reload the page.', { cause })
  }
}

/** @example heightOf('free') < heightOf('Pro') // true */
export function heightOf(level: Level): number {
  return level === 'free' ? 0 : PLAN_LEVELS.indexOf(level) + 1
}

/** Whether an offer opens a feature: by its claim, or by a level that has it. */
export function opens(offer: Offer, feature: string): boolean {
  if (offer.features.includes(feature)) return true
  const by = openedBy(feature)
  const wanted = PLAN_LEVELS.find(level => by === level || feature === featureOfLevel(level))
  return wanted !== undefined && offer.level !== undefined && heightOf(offer.level) >= heightOf(wanted)
}

/** A higher level has what a lower one opens. */
export function isHad(offer: Offer, level: Level, features: readonly string[]): boolean {
  if (offer.level !== undefined) return heightOf(level) >= heightOf(offer.level)
  return offer.features.every(feature => features.includes(feature))
}

/** The cheapest way to a feature: the lowest level that has it, else the add-on. */
export function offerThatOpens(offers: readonly Offer[], feature: string): Offer | undefined {
  const fitting = offers.filter(offer => opens(offer, feature))
  return fitting.toSorted((a, b) => heightOf(a.level ?? 'free') - heightOf(b.level ?? 'free'))[0]
}

/** The price in the reader's own way of writing it: `€4.00`. */
export function priceText({ amount, currency }: NonNullable<Offer['price']>, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  // Yen have no smaller unit, dinars have a thousand of them.
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** A level that is paid for is changed at the payment provider. */
export function paysForLevel({ level, status }: { readonly level: Level; readonly status: string }): boolean {
  return level !== 'free' && status !== 'granted'
}

/** Whether a checkout can be begun for it. */
export function canChoose(
  offer: Offer,
  level: Level,
  features: readonly string[],
  paysForLevel: boolean,
): boolean {
  return !isHad(offer, level, features) && !(offer.level !== undefined && paysForLevel)
}
