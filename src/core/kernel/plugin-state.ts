import type { ReadonlyStore } from '../platform/store.js'
import type { AnyToken, PluginManifest } from './plugin.js'

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
  readonly origin?: string
  readonly status: PluginStatus
  readonly code?: string
  readonly reason?: string
  readonly by?: string
  readonly loadMs?: number
  readonly ms?: number
}

export type RefusedPlugin = Pick<PluginState, 'id' | 'title' | 'version' | 'origin'> &
  Required<Pick<PluginState, 'code' | 'reason'>>

export const CAN_START: readonly PluginStatus[] = ['registered', 'failed', 'blocked']

export const NO_REASON = { code: undefined, reason: undefined, by: undefined } as const

export const DISABLED = {
  status: 'disabled',
  code: 'plugin_disabled',
  reason: 'Disabled by the user.',
} as const

export const NOT_ANSWERED = {
  status: 'disabled',
  code: 'permission_needed',
  reason: 'It requests permissions. Enable it to review them.',
} as const

/**
 * Condition that is true while plugins are loading. Until it is false, an unknown path may still get a route.
 */
export const ARRIVING = 'pluginsArriving'

/** Waits until external plugins have started or failed. */
export function untilArrived(conditions: ReadonlyStore<Readonly<Record<string, unknown>>>): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (conditions.getState()[ARRIVING] === true) return
      stop()
      resolve()
    }
    const stop = conditions.subscribe(look)
    look()
  })
}

export function isSwitchedOff(state: Pick<PluginState, 'code'> | undefined): boolean {
  return state?.code === DISABLED.code || state?.code === NOT_ANSWERED.code
}

/** Returns the disabled plugin: the given one, or the one that blocks it. */
export function disabledBehind(
  plugin: string | undefined,
  states: Readonly<Record<string, PluginState>>,
): PluginState | undefined {
  const state = states[plugin ?? '']
  return state?.status === 'blocked'
    ? disabledBehind(state.by, states)
    : state?.status === 'disabled'
      ? state
      : undefined
}

export function blockedBy(id: string, title: string) {
  return {
    status: 'blocked',
    code: DISABLED.code,
    reason: `It needs "${title}", which is disabled.`,
    by: id,
  } as const
}

export interface ManifestProblem {
  readonly plugin: string
  readonly code:
    | 'manifest_invalid'
    | 'token_twice'
    | 'token_missing'
    | 'permission_undeclared'
    | 'cycle'
    | 'command_twice'
    | 'route_twice'
    | 'settings_twice'
  readonly message: string
}

export type AddProblem = (plugin: string, code: ManifestProblem['code'], message: string) => void

export interface KeyClash {
  readonly key: string
  readonly kept: string
  readonly lost: string
}

export interface ManifestReport {
  readonly problems: readonly ManifestProblem[]
  readonly keyClashes: readonly KeyClash[]
  readonly providers: ReadonlyMap<string, string>
}

export type ManifestCheck = (
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
) => ManifestReport

/** Skips the check for valid manifests, because checking is slow on phones. */
export function trustManifests(manifests: readonly PluginManifest[], core: readonly AnyToken[]) {
  const provided = manifests.flatMap(({ id, provides = [] }) =>
    provides.map(token => [token.id, id] as const),
  )
  return {
    problems: [],
    keyClashes: [],
    providers: new Map([...core.map(({ id }) => [id, 'core'] as const), ...provided]),
  }
}
