/** Notation: reads and writes scores for the formats that hold them, and shows the open song as one. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../player/tokens.js'
import { POSITIONS } from '../positions/tokens.js'
import { notationSettings } from './notation-settings.js'
import { SCORES } from './tokens.js'

const view = { when: "loggedIn && route == '/fretboard' && player.song" } as const

export default definePlugin({
  id: 'notation',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Notation',
  description: 'Shows songs as notation, and reads and writes scores with positions, techniques and repeats.',
  runsIn: ['browser', 'node'],
  permissions: ['songs'],
  // Files are read and written without a player.
  optional: [SONG_SESSION, SONG_FINGERING, PLAYBACK_SETTINGS],
  provides: [SCORES],
  lazy: [POSITIONS],
  contributes: {
    settings: [notationSettings],
    commands: [
      { ...view, id: 'notation.zoom-in', title: 'Notation: zoom in' },
      { ...view, id: 'notation.zoom-out', title: 'Notation: zoom out' },
    ],
  },
  // Otherwise loaded when another plugin needs its service.
  activateOn: ['route:/fretboard'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
