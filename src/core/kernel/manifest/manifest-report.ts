/** What is known of all manifests together, after a check or without one. */
import type { PluginStatus } from '../host/plugin-state.js'
import type { AnyToken, PluginManifest } from './plugin.js'

/** What the check of the manifests reports. */
export interface ManifestProblem {
  /** The plugin that cannot run because of it; `neck#2` is the second one with the id `neck`. */
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

/** Plugins with clashing keys run: the one that was added first keeps the key. */
export interface KeyClash {
  readonly key: string
  readonly kept: string
  readonly lost: string
}

export interface ManifestReport {
  readonly problems: readonly ManifestProblem[]
  readonly keyClashes: readonly KeyClash[]
  /** The provider of each token: the id of a plugin, or `core`. */
  readonly providers: ReadonlyMap<string, string>
  /** Indexes of the manifests that are well-formed and the first with their id. */
  readonly wellFormed: readonly number[]
  /** The name of each manifest in problems and states. */
  readonly names: readonly string[]
}

/** See `checkManifests`. */
export type ManifestCheck = (
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
  statusOf?: (manifest: PluginManifest) => PluginStatus,
) => ManifestReport

/** The report for manifests that are known to be right: checking takes long on a phone. */
export function trustManifests(
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
): ManifestReport {
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
