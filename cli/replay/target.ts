/** Where a replay is sent in addition to the pipeline. */
import type { ReplayTarget } from '../../src/plugins/replay/tokens.js'

export interface OpenTarget extends ReplayTarget {
  /** Waits until all that was sent has gone out, or a second has passed. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** The longest wait for a port that takes nothing. */
export const DRAIN_AT_MOST_MS = 1000
