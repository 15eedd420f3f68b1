import type { ReplayTarget } from '../../src/plugins/replay/tokens.js'

export interface OpenTarget extends ReplayTarget {
  drain(): Promise<void>
  close(): Promise<void>
}

export const DRAIN_AT_MOST_MS = 1000
