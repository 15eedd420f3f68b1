/** The workshop: all plugins with what they do, and an inspector for those who write them. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import english from './locales/en.json' with { type: 'json' }
import { INSPECTION } from './tokens.js'

export default definePlugin({
  id: 'workshop',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Workshop',
  description: 'Shows all plugins, switches them off and on, and looks into what they do.',
  runsIn: ['browser'],
  // The way back to whatever was switched off.
  locked: true,
  provides: [INSPECTION],
  contributes: {
    routes: [
      { path: '/plugins', title: 'Plugins', screen: 'PluginsPage', auth: true },
      { path: '/plugins/inspector', title: 'Inspector', screen: 'InspectorPage', auth: true },
    ],
    navigation: [
      { path: '/plugins', title: 'Plugins', icon: 'plugins', group: 'Workshop', order: 90, when: 'loggedIn' },
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
        id: 'workshop.start-inspector',
        title: 'Start the inspector',
        when: 'loggedIn && !workshop.inspecting',
      },
      { id: 'workshop.stop-inspector', title: 'Stop the inspector', when: 'workshop.inspecting' },
    ],
  },
  activateOn: ['route:/plugins', 'route:/plugins/inspector', 'command:workshop.*'],
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
