/** First steps: three things to try on the fretboard page, shown once to each new user. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { FIRST_STEPS } from './internal-tokens.js'
import { welcomeSettings } from './settings.js'

export default definePlugin({
  id: 'welcome',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'First steps',
  description: 'Shows new users how to hear a song, play notes and find commands.',
  runsIn: ['browser'],
  permissions: ['midi-in'],
  requires: [NECK_VIEW],
  provides: [FIRST_STEPS],
  contributes: {
    settings: [welcomeSettings],
    commandsWhen: "loggedIn && route == '/fretboard'",
    commands: [
      {
        id: 'welcome.restart',
        title: 'Show first steps',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:welcome.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
