/** Example of a layer over the neck: marks every tonic of the scale. */
import { definePlugin } from '@fretwork/sdk'
import { NECK_VIEW } from '@fretwork/sdk/plugins/fretboard'

export default definePlugin({
  id: 'root-notes',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Root notes',
  description: 'Marks every tonic of the scale on the neck.',
  runsIn: ['browser'],
  requires: [NECK_VIEW],
  activateOn: ['route:/fretboard'],
  load: () => import('./runtime.js'),
})
