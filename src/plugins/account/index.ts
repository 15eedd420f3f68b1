import * as z from 'zod/mini'
import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'

const PAGES = [
  {
    page: 'profile',
    title: 'Profile',
    screen: 'ProfilePage',
    offers: ['save-profile', 'edit-profile', 'choose-picture', 'publish-profile', 'hide-profile'],
  },
  {
    page: 'subscription',
    title: 'Subscription',
    screen: 'SubscriptionPage',
    offers: ['choose-plan', 'change-plan', 'manage-payments'],
  },
  { page: 'settings', title: 'Settings', screen: 'SettingsPage', offers: ['export', 'edit-profile'] },
  { page: 'keys', title: 'Keyboard shortcuts', screen: 'KeysPage', offers: ['reset-keys'] },
  {
    page: 'security',
    title: 'Security',
    screen: 'SecurityPage',
    offers: ['change-password', 'change-address', 'set-up-two-step', 'show-sessions', 'end-sessions'],
  },
] as const
const pathOf = (page: string) => `/account/${page}`

export default definePlugin({
  ...BUILT_IN,
  id: 'account',
  title: 'Account',
  description: 'Profile, plan, settings, keyboard shortcuts and security.',
  runsIn: ['browser'],
  permissions: ['server'],
  contributes: {
    routes: [
      { path: '/account', title: 'Account', screen: 'AccountPage', auth: true },
      ...PAGES.map(({ page, title, screen, offers }) => ({
        path: pathOf(page),
        title,
        screen,
        auth: true,
        offers: offers.map(name => `account.${name}`),
      })),
    ],
    navigation: [
      { path: '/account', title: 'Account', icon: 'profile', order: 77, when: 'loggedIn' },
      ...PAGES.map(({ page: icon, title }, index) => ({
        ...{ path: pathOf(icon), title, icon, group: 'Account', tabOf: '/account' },
        ...{ order: 78 + index, when: icon === 'keys' ? 'loggedIn && !touch' : 'loggedIn' },
      })),
    ],
    commandsWhen: 'loggedIn',
    commands: [
      { id: 'account.edit-profile', title: 'Edit profile', description: 'Picture, name, handle' },
      { id: 'account.save-profile', title: 'Save profile', when: 'account.draft' },
      { id: 'account.discard-profile', title: 'Discard profile changes', when: 'account.draft' },
      { id: 'account.choose-picture', title: 'Change profile picture' },
      {
        id: 'account.remove-picture',
        title: 'Remove profile picture',
        when: 'account.picture',
        careful: true,
      },
      { id: 'account.publish-profile', title: 'Make profile public' },
      { id: 'account.hide-profile', title: 'Make profile private' },
      { id: 'account.reset-keys', title: 'Reset all keyboard shortcuts', careful: true },
      { id: 'account.show-plan', title: 'Show plan' },
      { id: 'account.choose-plan', title: 'Choose a plan', description: 'Features and prices' },
      {
        id: 'account.change-plan',
        title: 'Switch to plan',
        args: z.strictObject({ plan: z.string().check(z.minLength(1), z.maxLength(200)) }),
        asks: [{ id: 'plan', title: 'Plan', onlyAsked: true }],
      },
      { id: 'account.manage-payments', title: 'Manage payments' },
      { id: 'account.show-sessions', title: 'Show sessions', description: 'Where you’re logged in' },
      {
        id: 'account.end-session',
        title: 'End a session',
        args: z.strictObject({ session: z.uuid() }),
        asks: [{ id: 'session', title: 'Session', onlyAsked: true }],
      },
      { id: 'account.end-sessions', title: 'End other sessions', careful: true },
      {
        id: 'account.set-up-two-step',
        title: 'Set up two-step login',
        description: 'Authenticator app, passkeys, recovery codes',
      },
      { id: 'account.add-passkey', title: 'Add a passkey' },
      { id: 'account.renew-codes', title: 'Get new recovery codes' },
      { id: 'account.change-password', title: 'Change password' },
      { id: 'account.change-address', title: 'Change email address' },
      { id: 'account.export', title: 'Export my data', description: 'As a JSON file' },
      { id: 'account.delete', title: 'Delete account', careful: true },
    ],
  },
  activateOn: [
    'route:/account',
    ...PAGES.map(({ page }) => `route:/account/${page}` as const),
    'command:account.*',
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
