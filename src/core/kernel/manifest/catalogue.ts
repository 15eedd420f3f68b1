/** All plugins that were given, at the start or later, and what the check says of them together. */
import { createStore, type ReadonlyStore } from '../../platform/store.js'
import type { PluginStatus } from '../host/plugin-state.js'
import { checkManifests, type ManifestReport } from './manifest-check.js'
import type { ManifestProblem } from './manifest-problem.js'
import type { AnyToken, PluginManifest } from './plugin.js'
import { PluginGraph } from './plugin-graph.js'

export class Catalogue {
  private readonly published = createStore<readonly PluginManifest[]>([])
  private byId: ReadonlyMap<string, PluginManifest> = new Map()
  /** As they came, also those that are none: a problem names one by its place. */
  given: readonly PluginManifest[] = []
  report: ManifestReport
  graph: PluginGraph

  /**
   * @param overridden keys of tokens whose service somebody else stands in for
   * @param statusOf what a plugin is doing, for the sentences of the check
   */
  constructor(
    private readonly core: readonly AnyToken[],
    private readonly overridden: ReadonlySet<symbol>,
    private readonly statusOf: (manifest: PluginManifest) => PluginStatus,
  ) {
    this.report = checkManifests([], core)
    this.graph = new PluginGraph([], this.report.providers)
  }

  /** The well-formed ones, in the order in which they came. */
  get manifests(): readonly PluginManifest[] {
    return [...this.byId.values()]
  }

  /** The same for those who follow it: changes when the states of all that is in it are known. */
  get store(): ReadonlyStore<readonly PluginManifest[]> {
    return this.published
  }

  find(id: string): PluginManifest | undefined {
    return this.byId.get(id)
  }

  /** What keeps a plugin from running, whatever happens. */
  problemOf(id: string): ManifestProblem | undefined {
    return this.report.problems.find(problem => problem.plugin === id)
  }

  /** Takes another list and checks all of it; `publish` tells the followers. */
  take(given: readonly PluginManifest[]): void {
    this.given = given
    this.report = checkManifests(
      given.map(manifest => withoutOverridden(manifest, this.overridden)),
      this.core,
      this.statusOf,
    )
    const manifests = this.report.wellFormed.flatMap(index => given[index] ?? [])
    this.byId = new Map(manifests.map(manifest => [manifest.id, manifest]))
    this.graph = new PluginGraph(manifests, this.report.providers)
  }

  publish(): void {
    this.published.setState(this.manifests, true)
  }
}

function withoutOverridden(manifest: PluginManifest, overridden: ReadonlySet<symbol>): PluginManifest {
  if (overridden.size === 0) return manifest
  if (!Array.isArray(manifest?.provides)) return manifest
  return { ...manifest, provides: manifest.provides.filter(token => !overridden.has(token.key)) }
}
