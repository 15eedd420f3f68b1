/** Example of a song format: reads a text file with one note per line. */
import { definePlugin } from '@fretwork/sdk'
import { SONG_WANTED } from '@fretwork/sdk/plugins/midi-file'

export default definePlugin({
  id: 'note-lines',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Note lines',
  description: 'Opens songs that are written as text, one note per line.',
  runsIn: ['browser', 'node'],
  // The plugin is not loaded until the user opens a file.
  activateOn: [`event:${SONG_WANTED.id}`],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
