/** Tunes in ABC notation, as songs. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { SONG_READER, SONG_WANTED } from '../midi-file/tokens.js'

export default definePlugin({
  id: 'abc',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'ABC notation',
  description: 'Opens tunes in ABC notation, with their repeats, as they are played.',
  runsIn: ['browser', 'node'],
  permissions: [],
  lazy: [SONG_READER],
  // Not loaded until the user opens a file other than a MIDI file.
  activateOn: [`event:${SONG_WANTED.id}`],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
