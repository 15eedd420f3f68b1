import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { SONG_EXPORTER, SONG_FORMATS, SONG_READER } from './tokens.js'

export default definePlugin({
  id: 'midi-file',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Song files',
  description: 'Reads and writes MIDI files and songs in JSON.',
  runsIn: ['browser', 'node'],
  permissions: ['plugins'],
  provides: [SONG_READER, SONG_EXPORTER],
  extensionPoints: [SONG_FORMATS],
  activateOn: [],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
