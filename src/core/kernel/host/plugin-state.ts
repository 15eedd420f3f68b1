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
  /** Where it came from, if it is not built in. */
  readonly origin?: string
  readonly status: PluginStatus
  /** Error code, if it was stopped. */
  readonly code?: string
  /** One sentence: what stopped it and what to do. */
  readonly reason?: string
  /** The plugin that blocks it, or that was disabled first. */
  readonly by?: string
  /** How long loading its code took, in milliseconds. */
  readonly loadMs?: number
  /** How long activation took after loading, in milliseconds. */
  readonly ms?: number
  /** What it failed to clean up when it last stopped, for its author; the kernel has removed it. */
  readonly leaks?: readonly string[]
}

/** A plugin that was rejected; only the reason is kept. */
export type RefusedPlugin = Pick<PluginState, 'id' | 'title' | 'version' | 'origin'> &
  Required<Pick<PluginState, 'code' | 'reason'>>

/** Statuses from which a plugin can be activated. */
export const CAN_START: readonly PluginStatus[] = ['registered', 'failed', 'blocked']

export const NO_REASON = { code: undefined, reason: undefined, by: undefined } as const

/** State of a plugin that the user disabled. */
export const DISABLED = {
  status: 'disabled',
  code: 'plugin_disabled',
  reason: 'Disabled by the user.',
} as const

/** State of a plugin that asks for permissions which its user has not seen yet. */
export const NOT_ANSWERED = {
  status: 'disabled',
  code: 'permission_needed',
  reason: 'It asks for permissions; switch it on to see them.',
} as const

/** It does not run because of what the user wants, not because of a fault. */
export function isSwitchedOff(state: Pick<PluginState, 'code'> | undefined): boolean {
  return state?.code === DISABLED.code || state?.code === NOT_ANSWERED.code
}

/** State of a plugin that requires one the user disabled. */
export function blockedBy(id: string, title: string) {
  return {
    status: 'blocked',
    code: DISABLED.code,
    reason: `It needs "${title}", which is disabled.`,
    by: id,
  } as const
}
