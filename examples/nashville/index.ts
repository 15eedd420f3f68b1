/** Example: tunings. Two that guitarists use and the table does not have. */
import { definePlugin } from '@fretwork/sdk'

export default definePlugin({
  id: 'nashville',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Nashville tunings',
  description: 'High-strung Nashville tuning, and fifths all the way.',
  runsIn: ['browser', 'node'],
  activateOn: ['route:/fretboard'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
