/** What a plugin is doing, and why. */

export type PluginStatus =
  | 'registered'
  | 'not-for-this-host'
  | 'blocked'
  | 'activating'
  | 'active'
  | 'failed'
  | 'disabled'

export interface PluginState {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly locked: boolean
  readonly status: PluginStatus
  /** The code of what stopped it. */
  readonly code?: string
  /** One sentence: what stopped it and what to do. */
  readonly reason?: string
  /** The plugin behind it: the one that blocks, or that was disabled first. */
  readonly by?: string
  /** How long activation took, in milliseconds. */
  readonly ms?: number
}

/** Statuses from which a plugin can be activated. */
export const CAN_START: readonly PluginStatus[] = ['registered', 'failed', 'blocked']
