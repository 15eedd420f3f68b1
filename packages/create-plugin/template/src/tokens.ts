/** The services of Tap tempo that other plugins can use. */
import { createToken, type ReadonlyStore } from '@fretwork/sdk'

export interface Tapper {
  /** Beats per minute, rounded; undefined before the second tap. */
  readonly tempo: ReadonlyStore<number | undefined>
  /** Counts a beat now. */
  tap(): void
}

export const TAPPER = createToken<Tapper>('tap-tempo.tapper')
