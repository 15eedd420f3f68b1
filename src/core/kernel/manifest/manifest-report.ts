/** What is known of all manifests together, after a check or without one. */
import type { PluginStatus } from '../host/plugin-state.js'
import type { KeyClash, ManifestProblem } from './manifest-problem.js'
import type { AnyToken, PluginManifest } from './plugin.js'

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
