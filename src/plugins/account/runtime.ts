import { accountContainer } from '../../core/api/account.js'
import { GO_TO } from '../../core/events/app-events.js'
import {
  type ChoiceLister,
  type CommandHandler,
  defineRuntime,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import { API, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { createStore } from '../../core/platform/store.js'
import { PROFILE_EDITOR, type ProfileEditor, REQUESTED_PLAN } from './internal-tokens.js'
import { canChoose, offersOf, paysForLevel, priceText, productText } from './offers.js'
import { followEditor, PROFILE_COMMANDS } from './profile-commands.js'
import { resetKeys } from './reset-keys.js'
import { endSession, otherSessions } from './sessions.js'

const PAGES = {
  'account.edit-profile': '/account/profile',
  'account.show-plan': '/account/subscription',
  'account.choose-plan': '/account/subscription#plans',
  'account.show-sessions': '/account/security#sessions',
  'account.end-sessions': '/account/security#end-sessions',
  'account.set-up-two-step': '/account/security#second-factor',
  'account.add-passkey': '/account/security#second-factor',
  'account.renew-codes': '/account/security#second-factor',
  'account.change-password': '/account/security#password',
  'account.change-address': '/account/security#address',
  'account.export': '/account/security#export',
  'account.delete': '/account/security#delete',
} as const

const goTo =
  (path: string): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path })

const SAID = phrases({ nothing: 'You haven’t paid for anything here, so there’s nothing to manage.' })

const changePlan: CommandHandler = ({ get }, { plan }: { readonly plan: string }) => {
  get(REQUESTED_PLAN).setState({ plan })
  get(EVENTS).emit(GO_TO, { path: '/account/subscription#plans' })
}

/** @throws FretworkError `nothing_paid` */
const managePayments: CommandHandler = async ({ get, signal }) => {
  const { stripeAccount } = await get(API).call(accountContainer, {}, { signal })
  if (stripeAccount.portalUrl === undefined) throw new FretworkError('nothing_paid', SAID.nothing)
  const { openUrl } = await import('./ui/subscription/checkout.js')
  openUrl(stripeAccount.portalUrl)
}

const plansToChoose: ChoiceLister = async ({ get }, { signal }) => {
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

export default defineRuntime({
  providers: [
    provideFactory(PROFILE_EDITOR, () => createStore<ProfileEditor | undefined>(undefined)),
    provideFactory(REQUESTED_PLAN, () => createStore<{ plan: string | undefined }>({ plan: undefined })),
  ],
  commands: {
    ...Object.fromEntries(Object.entries(PAGES).map(([id, path]) => [id, goTo(path)])),
    ...PROFILE_COMMANDS,
    'account.reset-keys': ({ get }) => resetKeys(get(SETTINGS), get(NOTICES)),
    'account.end-session': endSession,
    'account.change-plan': changePlan,
    'account.manage-payments': managePayments,
  },
  choices: {
    'account.end-session': { session: otherSessions },
    'account.change-plan': { plan: plansToChoose },
  },
  activate: followEditor,
  screens: {
    AccountPage: () => import('./ui/account-frame.js'),
    ProfilePage: () => import('./ui/profile/profile-page.js'),
    SubscriptionPage: () => import('./ui/subscription/subscription-page.js'),
    SettingsPage: () => import('./ui/settings/settings-page.js'),
    KeysPage: () => import('./ui/keys/keys-page.js'),
    SecurityPage: () => import('./ui/security/security-page.js'),
  },
})
