/** The account: what a person has set, and the keys they use. */
import { definePlugin } from '../../core/kernel/plugin.js'

const group = 'Account'
const when = 'loggedIn'

export default definePlugin({
  id: 'account',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Account',
  description: 'Everything that can be set, and the keys of all commands.',
  runsIn: ['browser'],
  contributes: {
    routes: [
      { path: '/account/settings', title: 'Settings', screen: 'SettingsPage', auth: true },
      { path: '/account/keys', title: 'Keys', screen: 'KeysPage', auth: true },
    ],
    navigation: [
      { path: '/account/settings', title: 'Settings', icon: 'settings', group, order: 80, when },
      { path: '/account/keys', title: 'Keys', icon: 'keys', group, order: 81, when },
    ],
  },
  activateOn: ['route:/account/settings', 'route:/account/keys'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
