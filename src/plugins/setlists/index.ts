import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_LIBRARY, TAB_MEMORY } from '../library/tokens.js'
import { PLAYBACK_SETTINGS, SONG_OPENING, SONG_SESSION } from '../player/tokens.js'
import { PLAYING_SETLIST, SETLISTS } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { SETLIST_ARGS, setlistSettings } from './settings.js'

const asked = { args: SETLIST_ARGS.setlist, asks: [{ id: 'setlist', title: 'Setlist' }] } as const
/** Page-turner pedals send Page Up and Page Down. On other pages, these keys scroll. */
const playing = { when: 'setlists.playing', keysWhen: "route == '/fretboard'" } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'setlists',
  title: 'Setlists',
  description: 'Arranges songs in order, each with its own tempo and section.',
  permissions: ['songs', 'account'],
  requires: [SONG_LIBRARY, TAB_MEMORY, SONG_SESSION, PLAYBACK_SETTINGS],
  provides: [SETLISTS, PLAYING_SETLIST],
  contributes: {
    settings: [setlistSettings],
    routes: [
      { path: '/setlists', title: 'Setlists', screen: 'SetlistsPage', auth: true },
      { path: '/setlists/:id', title: 'Setlist', screen: 'SetlistPage', auth: true },
    ],
    navigation: [{ path: '/setlists', title: 'Setlists', icon: 'setlist', order: 12, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'setlists.add',
        title: 'New setlist',
        args: SETLIST_ARGS.name,
        asks: [{ id: 'name', title: 'Name' }],
      },
      { id: 'setlists.play', title: 'Play a setlist', ...asked },
      { id: 'setlists.remove', title: 'Delete a setlist', careful: true, ...asked },
      { id: 'setlists.leave', title: 'Leave the setlist', when: 'setlists.playing' },
      { id: 'setlists.next', title: 'Next song of the setlist', keys: ['pagedown'], ...playing },
      { id: 'setlists.previous', title: 'Previous song of the setlist', keys: ['pageup'], ...playing },
    ],
  },
  // Also activated on the neck, so that the command palette finds setlists by name.
  activateOn: [
    'route:/fretboard',
    'route:/setlists',
    'route:/setlists/:id',
    'command:setlists.*',
    `event:${SONG_OPENING.id}`,
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
