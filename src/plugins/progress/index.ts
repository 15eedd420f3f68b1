import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_LIBRARY } from '../library/tokens.js'
import { SONG_OPENING } from '../player/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { PROGRESS_ARGS, progressSettings } from './settings.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'progress',
  title: 'Progress',
  description: 'Tracks your practice and results, and suggests what to play next.',
  permissions: ['songs', 'account'],
  requires: [SONG_LIBRARY],
  contributes: {
    settings: [progressSettings],
    routes: [{ path: '/practice', title: 'Practice', screen: 'PracticePage', auth: true }],
    navigation: [{ path: '/practice', title: 'Practice', icon: 'progress', order: 15, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'progress.set-goal',
        title: 'Set a weekly goal',
        args: PROGRESS_ARGS.goal,
        asks: [{ id: 'minutes', title: 'Minutes per week' }],
      },
      { id: 'progress.export-csv', title: 'Export progress as CSV', needs: 'screen' },
      { id: 'progress.export-json', title: 'Export progress as JSON', needs: 'screen' },
      { id: 'progress.clear', title: 'Delete progress', careful: true },
    ],
  },
  activateOn: ['route:/practice', 'command:progress.*', `event:${SONG_OPENING.id}`],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
