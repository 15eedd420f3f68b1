/** What other plugins may know of the drone. */
import { createToken, type ReadonlyStore } from '@fretwork/sdk'

export interface Drone {
  readonly running: ReadonlyStore<boolean>
  /** Starts it, or stops it and ends what sounds. */
  toggle(): void
}

export const DRONE = createToken<Drone>('drone.drone')
