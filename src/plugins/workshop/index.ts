/** The list of plugins, and an inspector for plugin authors. */
import * as z from 'zod/mini'
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { INSPECTION } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }

export default definePlugin({
  id: 'workshop',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Workshop',
  description: 'Enable, disable and inspect plugins',
  runsIn: ['browser'],
  permissions: ['plugins', 'server'],
  // Otherwise disabled plugins could not be enabled again.
  locked: true,
  provides: [INSPECTION],
  contributes: {
    routes: [
      { path: '/plugins', title: 'Plugins', screen: 'PluginsPage', auth: true },
      { path: '/plugins/inspector', title: 'Inspector', screen: 'InspectorPage', auth: true },
    ],
    navigation: [
      { path: '/plugins', title: 'Plugins', icon: 'plugins', order: 90, when: 'loggedIn', unlisted: true },
      {
        path: '/plugins/inspector',
        title: 'Inspector',
        icon: 'inspector',
        group: 'Workshop',
        order: 91,
        when: 'workshop.inspecting',
      },
    ],
    commands: [
      {
        id: 'workshop.plugin-permissions',
        title: 'Permissions of a plugin',
        when: 'loggedIn',
        needs: 'screen',
        args: z.object({ plugin: z.string() }),
        asks: [{ id: 'plugin', title: 'Plugin', onlyAsked: true }],
      },
      {
        id: 'workshop.start-inspector',
        title: 'Start inspector',
        when: 'loggedIn && !workshop.inspecting',
      },
      { id: 'workshop.stop-inspector', title: 'Stop inspector', when: 'workshop.inspecting' },
    ],
  },
  activateOn: ['route:/plugins', 'route:/plugins/inspector', 'command:workshop.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
