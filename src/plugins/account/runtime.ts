/** The account’s services, commands and screens. */
import { GO_TO } from '../../core/events/app-events.js'
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { EVENTS, NOTICES, SETTINGS } from '../../core/kernel/services/tokens.js'
import { createStore } from '../../core/platform/store.js'
import { PROFILE_EDITOR, type ProfileEditor, REQUESTED_PLAN } from './internal-tokens.js'
import { changePlan, managePayments, plansToChoose } from './plan-commands.js'
import { followEditor, PROFILE_COMMANDS } from './profile-commands.js'
import { resetKeys } from './reset-keys.js'
import { endSession, otherSessions } from './sessions.js'

/** Commands that open a page. The fragment names a part of it. */
const PAGES = {
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

const goTo =
  (path: string): CommandHandler =>
  ({ get }) =>
    get(EVENTS).emit(GO_TO, { path })

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
