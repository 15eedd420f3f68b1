/** Runtime of Tap tempo, loaded on demand. */
import { defineRuntime, provide } from '@fretwork/sdk'
import { TempoTapper } from './tapper.js'
import { TAPPER } from './tokens.js'

export default defineRuntime({
  providers: [provide(TAPPER, TempoTapper)],
  commands: { 'tap-tempo.tap': ({ get }) => get(TAPPER).tap() },
  screens: { TapperPage: () => import('./ui/tapper-page.js') },
})
