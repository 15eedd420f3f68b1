/** Guitar Pro files, from version 3 on, as songs with their own positions. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { SONG_WANTED } from '../midi-file/tokens.js'
import { SCORES } from '../notation/tokens.js'

export default definePlugin({
  id: 'guitar-pro',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Guitar Pro',
  description: 'Opens Guitar Pro files with their tunings, positions, techniques and repeats.',
  runsIn: ['browser', 'node'],
  permissions: [],
  lazy: [SCORES],
  // Not loaded until the user opens a file other than a MIDI file.
  activateOn: [`event:${SONG_WANTED.id}`],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
