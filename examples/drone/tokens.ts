/** Drone service for other plugins. */
import { createToken, type ReadonlyStore } from '@fretwork/sdk'

export interface Drone {
  readonly running: ReadonlyStore<boolean>
  /** Starts the drone, or stops it and its notes. */
  toggle(): void
}

export const DRONE = createToken<Drone>('drone.drone')
