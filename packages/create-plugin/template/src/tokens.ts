/** Services of Tap tempo for other plugins. */
import { createToken, type ReadonlyStore } from '@fretwork/sdk'

export interface Tapper {
  /** Tempo in BPM, rounded; undefined before the second tap. */
  readonly tempo: ReadonlyStore<number | undefined>
  /** Counts a beat at the current time. */
  tap(): void
}

export const TAPPER = createToken<Tapper>('tap-tempo.tapper')
