import type { PluginStatus } from '../host/plugin-state.js'
import type { AnyToken, PluginManifest } from './plugin.js'

export interface ManifestProblem {
  readonly plugin: string
  readonly code:
    | 'manifest_invalid'
    | 'plugin_twice'
    | 'engine_mismatch'
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
  readonly wellFormed: readonly number[]
  readonly names: readonly string[]
}

export type ManifestCheck = (
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
  statusOf?: (manifest: PluginManifest) => PluginStatus,
) => ManifestReport

/** Skips the check for valid manifests, because it is slow on phones. */
export function trustManifests(manifests: readonly PluginManifest[], core: readonly AnyToken[]) {
  const provided = manifests.flatMap(({ id, provides = [] }) =>
    provides.map(token => [token.id, id] as const),
  )
  return {
    problems: [],
    keyClashes: [],
    providers: new Map([...core.map(({ id }) => [id, 'core'] as const), ...provided]),
    wellFormed: manifests.map((_, index) => index),
    names: manifests.map(({ id }) => id),
  }
}
