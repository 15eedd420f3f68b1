/** Creates the drone, which repeats two notes at a fixed time interval. */
import { type ClockPort, createStore, type Disposable, disposable, noteOff, noteOn } from '@fretwork/sdk'
import type { MidiInput, MidiSource } from '@fretwork/sdk/plugins/midi-io'
import type { DroneSettings } from './settings.js'
import type { Drone } from './tokens.js'

export const DRONE_PORT = 'drone'
const CHANNEL = 1
const FIFTH = 7
/** Note-on velocity, 0–1. */
const VELOCITY = 0.5

export interface DroneParts {
  readonly clock: Pick<ClockPort, 'after'>
  readonly settings: () => DroneSettings
}

export function createDrone({ clock, settings }: DroneParts): Drone & MidiSource {
  const running = createStore(false)
  let input: MidiInput | undefined
  let sounding: readonly number[] = []
  let next: Disposable | undefined

  const end = () => {
    for (const note of sounding) input?.receive(noteOff(CHANNEL, note), { portId: DRONE_PORT })
    sounding = []
  }
  const strike = () => {
    end()
    const { root, strokeMs } = settings()
    sounding = [root, root + FIFTH]
    for (const note of sounding) input?.receive(noteOn(CHANNEL, note, VELOCITY), { portId: DRONE_PORT })
    next = clock.after(strokeMs, strike)
  }
  const stop = () => {
    next?.dispose()
    end()
    running.setState(false, true)
  }

  return {
    id: 'drone.drone',
    running,
    toggle() {
      if (running.getState()) {
        stop()
        return
      }
      running.setState(true, true)
      strike()
    },
    start(into) {
      input = into
      return disposable(() => {
        stop()
        input = undefined
      })
    },
  }
}
