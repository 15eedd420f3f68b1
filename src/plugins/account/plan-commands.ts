/** Beginning to pay for a certain plan from anywhere: which, is asked by the palette; the page of plans does it. */
import { accountContainer } from '../../core/api/account.js'
import { GO_TO } from '../../core/events/go-to.js'
import type { ChoiceLister, CommandHandler } from '../../core/kernel/manifest/plugin.js'
import { API, EVENTS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { canChoose, offersOf, paysForLevel, priceText, soldText } from './offers.js'
import type { PlanArgs } from './settings.js'
import { PLAN_WISH } from './tokens.js'

const SAID = phrases({ nothing: 'You have paid for nothing here, so there is nothing to manage.' })

export const changePlan: CommandHandler = ({ get }, { plan }: PlanArgs) => {
  get(PLAN_WISH).setState({ plan })
  get(EVENTS).emit(GO_TO, { path: '/account/subscription#plans' })
}

/** @throws FretworkError `nothing_paid` where nothing was bought here yet */
export const managePayments: CommandHandler = async ({ get, signal }) => {
  const { stripeAccount } = await get(API).call(accountContainer, {}, { signal })
  if (stripeAccount.portalUrl === undefined) throw new FretworkError('nothing_paid', SAID.nothing)
  const { leaveFor } = await import('./ui/leave-for.js')
  leaveFor(stripeAccount.portalUrl)
}

/** What its page has a button for. */
export const plansToChoose: ChoiceLister = async ({ get }, { signal }) => {
  const { account, stripeAccount, manifest } = await get(API).call(accountContainer, {}, { signal })
  if (!stripeAccount.configured) return []
  const translator = get(TRANSLATOR)
  const offers = offersOf(manifest.settings.Products)
  return offers
    .filter(offer => canChoose(offer, account.level, account.features, paysForLevel(account)))
    .map(({ key, title, price }) => {
      const name = soldText(title, text => translator.t('account', text))
      return { value: key, label: price ? `${name} · ${priceText(price, translator.language)}` : name }
    })
}
