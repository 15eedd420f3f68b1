/** What a plugin is doing, and why. */
import type { ManifestProblem } from './manifest-check.js'
import type { PluginManifest } from './plugin.js'

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

/** The state before anything has run. @param problem what the check of its manifest found */
export function firstState(
  { id, title, version, locked = false, runsIn }: PluginManifest,
  host: 'browser' | 'node',
  problem: ManifestProblem | undefined,
): PluginState {
  const base = { id, title, version, locked }
  if (problem) return { ...base, status: 'failed', code: problem.code, reason: problem.message }
  if (runsIn.includes(host)) return { ...base, status: 'registered' }
  return {
    ...base,
    status: 'not-for-this-host',
    code: 'wrong_host',
    reason: `It runs in: ${runsIn.join(', ')}.`,
  }
}

/** Of a plugin whose manifest is no manifest: nothing of it can be used but its name. */
export function malformedState({ plugin, code, message }: ManifestProblem): PluginState {
  return { id: plugin, title: plugin, version: '', locked: false, status: 'failed', code, reason: message }
}
