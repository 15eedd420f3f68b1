import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { STORED_SONGS } from '../library/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { syncSettings } from './settings.js'
import { SYNC } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'sync',
  title: 'Sync',
  description: 'Keeps songs, tunings, shapes, practice data and settings in sync across your devices.',
  permissions: ['songs', 'account', 'server', 'storage'],
  requires: [STORED_SONGS],
  provides: [SYNC],
  contributes: {
    settings: [syncSettings],
    header: [{ id: 'sync.state', screen: 'SyncState' }],
    routes: [{ path: '/account/sync', title: 'Sync', screen: 'SyncPage', auth: true }],
    navigation: [
      {
        ...{ path: '/account/sync', title: 'Sync', icon: 'sync', group: 'Account' },
        ...{ tabOf: '/account', order: 84, when: 'loggedIn' },
      },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      { id: 'sync.now', title: 'Sync now' },
      { id: 'sync.stop', title: 'Stop syncing', when: 'sync.working' },
      { id: 'sync.toggle', title: 'Toggle sync on this device' },
      { id: 'sync.show', title: 'Show sync status', needs: 'screen' },
      { id: 'sync.forget-here', title: 'Remove my data from this device', needs: 'screen', careful: true },
    ],
  },
  activateOn: ['route:/account/sync', 'command:sync.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
