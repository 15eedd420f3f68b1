import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { POSITIONS } from './tokens.js'

export default definePlugin({
  id: 'positions',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Positions',
  description: 'Finds the string and fret where a guitarist would play each note.',
  runsIn: ['browser', 'node'],
  permissions: [],
  provides: [POSITIONS],
  activateOn: [],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
