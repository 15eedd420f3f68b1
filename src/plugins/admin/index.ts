import * as z from 'zod/mini'
import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'

const userArgs = z.strictObject({ user: z.uuid() })
export type UserArgs = z.infer<typeof userArgs>

export default definePlugin({
  ...BUILT_IN,
  id: 'admin',
  title: 'Administration',
  description: 'Users and the audit log, for administrators.',
  runsIn: ['browser'],
  permissions: ['server'],
  contributes: {
    routes: [{ path: '/admin', title: 'Administration', screen: 'AdminPage', auth: true }],
    navigation: [{ path: '/admin', title: 'Administration', icon: 'admin', order: 89, when: 'admin' }],
    commandsWhen: 'loggedIn && admin',
    commands: [
      {
        id: 'admin.show-user',
        title: 'Show user',
        description: 'Plan, role, sessions and suspension',
        args: userArgs,
        asks: [{ id: 'user', title: 'Name, handle or email', searched: true }],
      },
      { id: 'admin.show-audit', title: 'Show audit log' },
    ],
  },
  activateOn: ['route:/admin', 'command:admin.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
