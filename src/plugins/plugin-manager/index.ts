import * as z from 'zod/mini'
import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'plugin-manager',
  title: 'Plugin manager',
  description: 'Enable and disable plugins.',
  runsIn: ['browser'],
  permissions: ['plugins'],
  locked: true,
  contributes: {
    routes: [{ path: '/plugins', title: 'Plugins', screen: 'PluginsPage', auth: true }],
    navigation: [
      { path: '/plugins', title: 'Plugins', icon: 'plugins', order: 90, when: 'loggedIn', unlisted: true },
    ],
    commands: [
      {
        id: 'plugin-manager.show-permissions',
        formerly: ['workshop.plugin-permissions'],
        title: 'Plugin permissions',
        when: 'loggedIn',
        needs: 'screen',
        args: z.object({ plugin: z.string() }),
        asks: [{ id: 'plugin', title: 'Plugin', onlyAsked: true }],
      },
    ],
  },
  activateOn: ['route:/plugins', 'command:plugin-manager.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
