/** The screens of the account, and the commands that lead to their parts. */
import { GO_TO } from '../../core/events/go-to.js'
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { EVENTS, NOTICES, SETTINGS } from '../../core/kernel/services/tokens.js'
import { createStore } from '../../core/platform/store.js'
import { changePlan, managePayments, plansToChoose } from './plan-commands.js'
import { followDesk, PROFILE_COMMANDS } from './profile-commands.js'
import { resetKeys } from './reset-keys.js'
import { endSession, otherSessions } from './session-commands.js'
import { PLAN_WISH, PROFILE_DESK, type ProfileDesk } from './tokens.js'

/** The fragment names the part of the page that is opened. */
const PLACES = {
  'account.edit-profile': '/account/profile',
  'account.show-plan': '/account/subscription',
  'account.choose-plan': '/account/subscription#plans',
  'account.show-sessions': '/account/security#sessions',
  'account.end-sessions': '/account/security#end-sessions',
  'account.change-password': '/account/security#password',
  'account.change-address': '/account/security#address',
  'account.export': '/account/security#export',
  'account.delete': '/account/security#delete',
} as const

const leadTo =
  (path: string): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path })

export default defineRuntime({
  providers: [
    provideFactory(PROFILE_DESK, () => createStore<ProfileDesk | undefined>(undefined)),
    provideFactory(PLAN_WISH, () => createStore<{ plan: string | undefined }>({ plan: undefined })),
  ],
  commands: {
    ...Object.fromEntries(Object.entries(PLACES).map(([id, path]) => [id, leadTo(path)])),
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
  activate: followDesk,
  screens: {
    AccountPage: () => import('./ui/account-page.js'),
    ProfilePage: () => import('./ui/profile/profile-page.js'),
    SubscriptionPage: () => import('./ui/subscription/subscription-page.js'),
    SettingsPage: () => import('./ui/settings/settings-page.js'),
    KeysPage: () => import('./ui/keys/keys-page.js'),
    SecurityPage: () => import('./ui/security/security-page.js'),
  },
})
