import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { SONG_READER, SONG_WANTED } from '../midi-file/tokens.js'
import { SCORES } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'score-files',
  title: 'Score files',
  description:
    'Opens and saves Guitar Pro and MusicXML files with their positions, and opens tunes in ABC notation.',
  permissions: [],
  provides: [SCORES],
  lazy: [SONG_READER],
  activateOn: [`event:${SONG_WANTED.id}`],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
