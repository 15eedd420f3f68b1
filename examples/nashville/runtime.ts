/** Adds the tunings to the menu, the palette and the settings while the plugin is active. */
import { defineRuntime } from '@fretwork/sdk'
import { type AddedTuning, FRETBOARD_TUNINGS } from '@fretwork/sdk/plugins/fretboard'
import type manifest from './index.js'

const TUNINGS: readonly AddedTuning[] = [
  { id: 'high-strung', name: 'Nashville', instrument: 'guitar', lowToHigh: 'E3 A3 D4 G4 B3 E4' },
  { id: 'fifths', name: 'All fifths', instrument: 'guitar', lowToHigh: 'C2 G2 D3 A3 E4 B4' },
]

export default defineRuntime<typeof manifest>()({
  activate: ({ extend }) => {
    for (const tuning of TUNINGS) extend(FRETBOARD_TUNINGS, tuning)
  },
})
