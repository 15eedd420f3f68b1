/** Provides the drone and adds it to the MIDI input as a source. */
import { CLOCK, defineRuntime, provideFactory, SETTINGS } from '@fretwork/sdk'
import { MIDI_SOURCES } from '@fretwork/sdk/plugins/midi-io'
import { createDrone } from './create-drone.js'
import { droneSettings } from './settings.js'
import { DRONE } from './tokens.js'

export default defineRuntime({
  providers: [
    provideFactory(DRONE, ({ get, extend }) => {
      const drone = createDrone({
        clock: get(CLOCK),
        settings: get(SETTINGS).store(droneSettings).getState,
      })
      extend(MIDI_SOURCES, drone)
      return drone
    }),
  ],
  commands: { 'drone.toggle': ({ get }) => get(DRONE).toggle() },
})
