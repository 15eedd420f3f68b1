/** The account: profile, plan, security, what a person has set, and the keys they use. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { planArgs, sessionArgs } from './settings.js'
import { PLAN_WISH, PROFILE_DESK } from './tokens.js'

const group = 'Account'
const when = 'loggedIn'
const auth = true

export default definePlugin({
  id: 'account',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Account',
  description: 'Your profile, your plan, everything that can be set, and the keys of all commands.',
  runsIn: ['browser'],
  provides: [PROFILE_DESK, PLAN_WISH],
  contributes: {
    routes: [
      { path: '/account', title: 'Account', screen: 'AccountPage', auth },
      { path: '/account/profile', title: 'Profile', screen: 'ProfilePage', auth },
      { path: '/account/subscription', title: 'Subscription', screen: 'SubscriptionPage', auth },
      { path: '/account/settings', title: 'Settings', screen: 'SettingsPage', auth },
      { path: '/account/keys', title: 'Keys', screen: 'KeysPage', auth },
      { path: '/account/security', title: 'Security', screen: 'SecurityPage', auth },
    ],
    navigation: [
      { path: '/account/profile', title: 'Profile', icon: 'profile', group, order: 78, when },
      { path: '/account/subscription', title: 'Subscription', icon: 'subscription', group, order: 79, when },
      { path: '/account/settings', title: 'Settings', icon: 'settings', group, order: 80, when },
      { path: '/account/keys', title: 'Keys', icon: 'keys', group, order: 81, when },
      { path: '/account/security', title: 'Security', icon: 'security', group, order: 82, when },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      { id: 'account.edit-profile', title: 'Edit profile', description: 'Picture, name, handle' },
      { id: 'account.save-profile', title: 'Save the profile', when: 'account.draft' },
      {
        id: 'account.discard-profile',
        title: 'Discard what is not saved of the profile',
        when: 'account.draft',
      },
      { id: 'account.choose-picture', title: 'Choose my picture', words: 'avatar, photo' },
      { id: 'account.remove-picture', title: 'Remove my picture', when: 'account.picture' },
      { id: 'account.publish-profile', title: 'Make my profile public' },
      { id: 'account.hide-profile', title: 'Make my profile private' },
      { id: 'account.reset-keys', title: 'Give all commands their own keys again' },
      { id: 'account.show-plan', title: 'Show my plan' },
      {
        id: 'account.choose-plan',
        title: 'Choose a plan',
        words: 'upgrade, price, billing',
        description: 'What each opens and costs',
      },
      {
        id: 'account.change-plan',
        title: 'Change to a plan',
        args: planArgs,
        asks: [{ id: 'plan', title: 'Plan', onlyAsked: true }],
      },
      { id: 'account.manage-payments', title: 'Manage payments' },
      {
        id: 'account.show-sessions',
        title: 'Show my sessions',
        words: 'devices',
        description: 'Where I am logged in',
      },
      {
        id: 'account.end-session',
        title: 'End a session',
        args: sessionArgs,
        asks: [{ id: 'session', title: 'Session', onlyAsked: true }],
      },
      { id: 'account.end-sessions', title: 'End other sessions' },
      { id: 'account.change-password', title: 'Change password' },
      { id: 'account.change-address', title: 'Change e-mail address' },
      { id: 'account.export', title: 'Export my data', description: 'As a JSON file' },
      { id: 'account.delete', title: 'Delete account', careful: true },
    ],
  },
  activateOn: [
    'route:/account',
    'route:/account/profile',
    'route:/account/subscription',
    'route:/account/settings',
    'route:/account/keys',
    'route:/account/security',
    'command:account.*',
  ],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
