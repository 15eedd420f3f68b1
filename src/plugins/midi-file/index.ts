import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import english from './locales/en.json' with { type: 'json' }
import { SONG_EXPORTER, SONG_FORMATS, SONG_READER } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'midi-file',
  title: 'MIDI and JSON files',
  description: 'Reads and writes MIDI files and songs in JSON.',
  permissions: ['plugins'],
  provides: [SONG_READER, SONG_EXPORTER],
  extensionPoints: [SONG_FORMATS],
  activateOn: [],
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
