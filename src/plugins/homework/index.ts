import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../library/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_ACCESS } from '../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_OPENING, SONG_SESSION } from '../player/tokens.js'
import { JUDGING } from '../practice/tokens.js'
import { outboxSettings, SONG_ARGS } from '../social/settings.js'
import { SYNC } from '../sync/tokens.js'
import { KEPT, NEWS, OUTBOX, PRACTICING } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }

export default definePlugin({
  ...BUILT_IN,
  id: 'homework',
  title: 'Homework',
  description: 'Assign songs to students and follow their results.',
  permissions: ['midi-in', 'songs', 'account', 'server', 'plugins'],
  requires: [SONG_LIBRARY, SONG_IMPORTS, SONG_READER, SONG_SESSION, PLAYBACK_SETTINGS, SYNC],
  // Loaded on demand, so that the badge in the header doesn't start them.
  lazy: [JUDGING, MIDI_ACCESS],
  provides: [OUTBOX, PRACTICING, KEPT, NEWS],
  contributes: {
    settings: [outboxSettings],
    header: [{ id: 'homework.news', screen: 'News' }],
    routes: [
      { path: '/homework', title: 'Homework', screen: 'HomeworkPage', auth: true },
      { path: '/homework/new', title: 'Assign homework', screen: 'NewHomeworkPage', auth: true },
      { path: '/homework/group/:id', title: 'Group', screen: 'GroupPage', auth: true },
      { path: '/homework/:id', title: 'Homework', screen: 'AssignmentPage', auth: true },
    ],
    navigation: [{ path: '/homework', title: 'Homework', icon: 'homework', order: 17, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'homework.give',
        title: 'Assign a song as homework',
        needs: 'screen',
        args: SONG_ARGS,
        asks: [{ id: 'song', title: 'Song', onlyAsked: true }],
      },
      { id: 'homework.stop', title: 'Stop practicing homework', when: 'homework.practicing' },
    ],
  },
  activateOn: [
    ...(['route:/homework', 'route:/homework/new', 'route:/homework/:id'] as const),
    ...(['route:/homework/group/:id', 'command:homework.*'] as const),
    // Pending calls are sent in the next session that opens a song.
    `event:${SONG_OPENING.id}`,
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
