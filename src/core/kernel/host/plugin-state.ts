/** What a plugin is doing, and why. */
import type { ManifestProblem } from '../manifest/manifest-problem.js'
import type { PluginManifest } from '../manifest/plugin.js'

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
  /** Where it came from, if it did not ship with the application. */
  readonly origin?: string
  readonly status: PluginStatus
  /** The code of what stopped it. */
  readonly code?: string
  /** One sentence: what stopped it and what to do. */
  readonly reason?: string
  /** The plugin behind it: the one that blocks, or that was disabled first. */
  readonly by?: string
  /** How long its code took to come, in milliseconds. */
  readonly loadMs?: number
  /** How long activation took once its code was there, in milliseconds. */
  readonly ms?: number
  /** What it left behind when it was stopped last, in words for its author; it has been undone. */
  readonly leaks?: readonly string[]
}

/** A plugin that was not let in: nothing of it counts but why. */
export type RefusedPlugin = Pick<PluginState, 'id' | 'title' | 'version' | 'origin'> &
  Required<Pick<PluginState, 'code' | 'reason'>>

/** Statuses from which a plugin can be activated. */
export const CAN_START: readonly PluginStatus[] = ['registered', 'failed', 'blocked']

/** Of a plugin that the user switched off. */
export const DISABLED = {
  status: 'disabled',
  code: 'plugin_disabled',
  reason: 'Disabled by the user.',
} as const

/** Of a plugin that requires one that the user switched off. */
export function blockedBy(id: string, title: string) {
  return {
    status: 'blocked',
    code: DISABLED.code,
    reason: `It needs "${title}", which is disabled.`,
    by: id,
  } as const
}

/**
 * The state before anything has run.
 * @param problem what the check of its manifest found
 */
export function firstState(
  { id, title, version, locked = false, runsIn, origin }: PluginManifest,
  host: 'browser' | 'node',
  disabled: boolean,
  problem: ManifestProblem | undefined,
): PluginState {
  const base = { id, title, version, locked, ...(origin !== undefined && { origin }) }
  if (disabled && !locked) return { ...base, ...DISABLED }
  if (problem) return { ...base, status: 'failed', code: problem.code, reason: problem.message }
  if (runsIn.includes(host)) return { ...base, status: 'registered' }
  return {
    ...base,
    status: 'not-for-this-host',
    code: 'wrong_host',
    reason: `It runs in: ${runsIn.join(', ')}.`,
  }
}

/** Of a plugin that is left out: its manifest is none, or another plugin has its id. */
export function refusedState(plugin: RefusedPlugin): PluginState {
  return { ...plugin, locked: false, status: 'failed' }
}
