/** Commands that switch plans and manage payments. */
import { accountContainer } from '../../core/api/account.js'
import { GO_TO } from '../../core/events/app-events.js'
import type { ChoiceLister, CommandHandler } from '../../core/kernel/manifest/plugin.js'
import { API, EVENTS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { REQUESTED_PLAN } from './internal-tokens.js'
import { canChoose, offersOf, paysForLevel, priceText, productText } from './offers.js'
import type { PlanArgs } from './settings.js'

const SAID = phrases({ nothing: 'You haven’t paid for anything here, so there’s nothing to manage.' })

export const changePlan: CommandHandler = ({ get }, { plan }: PlanArgs) => {
  get(REQUESTED_PLAN).setState({ plan })
  get(EVENTS).emit(GO_TO, { path: '/account/subscription#plans' })
}

/** @throws FretworkError `nothing_paid` */
export const managePayments: CommandHandler = async ({ get, signal }) => {
  const { stripeAccount } = await get(API).call(accountContainer, {}, { signal })
  if (stripeAccount.portalUrl === undefined) throw new FretworkError('nothing_paid', SAID.nothing)
  const { openUrl } = await import('./ui/subscription/checkout.js')
  openUrl(stripeAccount.portalUrl)
}

/** The offers that have a button on the subscription page. */
export const plansToChoose: ChoiceLister = async ({ get }, { signal }) => {
  const { account, stripeAccount, manifest } = await get(API).call(accountContainer, {}, { signal })
  if (!stripeAccount.configured) return []
  const translator = get(TRANSLATOR)
  const offers = offersOf(manifest.settings.Products)
  return offers
    .filter(offer => canChoose(offer, account.level, account.features, paysForLevel(account)))
    .map(({ key, title, price }) => {
      const name = productText(title, text => translator.t('account', text))
      return { value: key, label: price ? `${name} · ${priceText(price, translator.language)}` : name }
    })
}
