/**
 * Example of a palette provider: type a note such as `e2`, and the palette lists its positions on the neck.
 */
import { definePlugin } from '@fretwork/sdk'
import { NECK_PLAYER, NECK_VIEW, SELECTION } from '@fretwork/sdk/plugins/fretboard'

export default definePlugin({
  id: 'find-note',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Find a note',
  description: 'Finds notes on the neck by their names, in the palette.',
  runsIn: ['browser'],
  requires: [NECK_VIEW, NECK_PLAYER, SELECTION],
  activateOn: ['route:/fretboard'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
