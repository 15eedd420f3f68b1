/** Puts the first steps at the foot of the fretboard page. */
import { defineRuntime, provide } from '../../core/kernel/manifest/plugin.js'
import { FRETBOARD_PANELS } from '../fretboard/tokens.js'
import { FirstSteps } from './first-steps.js'
import { FIRST_STEPS } from './internal-tokens.js'

export default defineRuntime({
  providers: [provide(FIRST_STEPS, FirstSteps)],
  commands: { 'welcome.restart': ({ get }) => get(FIRST_STEPS).restart() },
  screens: { FirstSteps: () => import('./ui/first-steps-panel.js') },
  activate: ({ get, extend }) => {
    get(FIRST_STEPS)
    extend(FRETBOARD_PANELS, { id: 'welcome.steps', order: 100, plugin: 'welcome', screen: 'FirstSteps' })
  },
})
