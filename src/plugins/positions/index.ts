import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { POSITIONS } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'positions',
  title: 'Fingering',
  description: 'Finds the string and fret where a guitarist would play each note.',
  permissions: [],
  provides: [POSITIONS],
  activateOn: [],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
