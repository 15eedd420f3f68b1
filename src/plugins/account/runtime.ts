import { publishCondition } from '../../core/commands/command-registry.js'
import { accountContainer } from '../../core/contract/account.js'
import { ownProfile, type Profile, saveProfile } from '../../core/contract/users.js'
import { GO_TO } from '../../core/events/app-events.js'
import { failureNotice } from '../../core/http/error-sentences.js'
import {
  type ChoiceLister,
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { API, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { createStore } from '../../core/platform/store.js'
import { canChoose, offersOf, paysForLevel, priceText, productText, REQUESTED_PLAN } from './offers.js'
import { bodyOf, draftOf, PROFILE_EDITOR, type ProfileEditor } from './profile.js'
import { refusalText } from './refusals.js'
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

const SAID = phrases({ nothing: 'You don’t have any payments to manage.' })

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

/** On the profile page, profile commands act like its buttons. Elsewhere, they save immediately. */
const VISIBILITY = phrases({
  public: 'Your profile is now public.',
  private: 'Your profile is now private.',
  undo: 'Undo',
})

const editorOf = ({ get }: PluginContext): ProfileEditor | undefined => get(PROFILE_EDITOR).getState()

const setPublic =
  (isPublic: boolean): CommandHandler =>
  async context => {
    const open = editorOf(context)
    if (open) return open.setPublic(isPublic)
    const before = await context.get(API).call(ownProfile)
    if (before.public !== isPublic) await change(context, before, isPublic)
  }

async function change(context: PluginContext, before: Profile, isPublic: boolean): Promise<void> {
  const { get } = context
  const after = await get(API).call(saveProfile, { body: bodyOf({ ...draftOf(before), public: isPublic }) })
  const undo = () =>
    change(context, after, !isPublic).catch(error => get(NOTICES).post(failureNotice(error, refusalText)))
  get(NOTICES).post({
    kind: 'success',
    source: 'account',
    message: isPublic ? VISIBILITY.public : VISIBILITY.private,
    action: { label: VISIBILITY.undo, run: () => void undo() },
  })
}

const PROFILE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'account.save-profile': context => editorOf(context)?.save(),
  'account.discard-profile': context => editorOf(context)?.discard(),
  'account.choose-picture': context => {
    const open = editorOf(context)
    if (open) open.choosePicture()
    else context.get(EVENTS).emit(GO_TO, { path: '/account/profile#picture' })
  },
  'account.remove-picture': context => editorOf(context)?.removePicture(),
  'account.publish-profile': setPublic(true),
  'account.hide-profile': setPublic(false),
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
  activate: context => {
    const editor = context.get(PROFILE_EDITOR)
    publishCondition(context, 'account.draft', editor, open => open?.changed)
    publishCondition(context, 'account.picture', editor, open => open?.hasPicture)
  },
  screens: {
    AccountPage: () => import('./ui/settings/account-frame.js'),
    ProfilePage: () => import('./ui/profile/profile-page.js'),
    SubscriptionPage: () => import('./ui/subscription/subscription-page.js'),
    SettingsPage: () => import('./ui/settings/settings-page.js'),
    KeysPage: () => import('./ui/keys/keys-page.js'),
    SecurityPage: () => import('./ui/security/security-page.js'),
  },
})
