/** Administration: users, suspension, plans, roles and the audit log, for who has the Admin role. */
import { definePlugin } from '../../core/kernel/plugin.js'

export default definePlugin({
  id: 'admin',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Administration',
  description: 'Users and the audit log, for administrators.',
  runsIn: ['browser'],
  contributes: {
    routes: [{ path: '/admin', title: 'Administration', screen: 'AdminPage', auth: true }],
    navigation: [
      { path: '/admin', title: 'Administration', icon: 'admin', group: 'Account', order: 89, when: 'admin' },
    ],
  },
  activateOn: ['route:/admin'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
