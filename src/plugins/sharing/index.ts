import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../library/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { SONG_SESSION } from '../player/tokens.js'
import { copiesSettings, SONG_ARGS } from '../social/settings.js'
import { SYNC } from '../sync/tokens.js'
import { SHARED_THINGS } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }

export default definePlugin({
  ...BUILT_IN,
  id: 'sharing',
  title: 'Sharing',
  description: 'Shares songs, tunings, shapes and setlists, and shows what others share.',
  permissions: ['songs', 'account', 'server', 'plugins'],
  requires: [SONG_READER, SONG_LIBRARY, SONG_IMPORTS, SONG_SESSION],
  // Guests have no sync.
  lazy: [SYNC],
  provides: [SHARED_THINGS],
  contributes: {
    settings: [copiesSettings],
    routes: [
      { path: '/shared', title: 'Shared', screen: 'SharedPage', auth: true },
      { path: '/shared/with', title: 'Share', screen: 'SharePage', auth: true },
      { path: '/shared/:id', title: 'Shared', screen: 'SharedItemPage', auth: true },
      { path: '/link/:token', title: 'Shared', screen: 'LinkPage', standsFor: '/fretboard' },
    ],
    navigation: [{ path: '/shared', title: 'Shared', icon: 'shared', order: 22, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'sharing.share-song',
        title: 'Share a song',
        needs: 'screen',
        args: SONG_ARGS,
        asks: [{ id: 'song', title: 'Song', onlyAsked: true }],
      },
    ],
  },
  activateOn: [
    ...(['route:/shared', 'route:/shared/with', 'route:/shared/:id', 'route:/link/:token'] as const),
    ...(['route:/people', 'route:/people/:id', 'command:sharing.*'] as const),
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
