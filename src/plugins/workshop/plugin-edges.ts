/** Who uses whom, as edges of a graph: read from manifests alone. */
import type { AnyToken, PluginManifest } from '../../core/kernel/manifest/plugin.js'
import type { Edge, EdgeKind } from './graph-layers.js'

const WAYS: readonly [EdgeKind, (manifest: PluginManifest) => readonly AnyToken[]][] = [
  ['requires', manifest => manifest.requires ?? []],
  ['optional', manifest => manifest.optional ?? []],
  ['lazy', manifest => manifest.lazy ?? []],
]

/**
 * One edge per pair of plugins and kind, from the one that uses to the one that provides.
 * @param providers who provides a token, by the token's id; the core's services are everybody's and left out
 */
export function pluginEdges(
  manifests: readonly PluginManifest[],
  providers: ReadonlyMap<string, string>,
): Edge[] {
  const known = new Set(manifests.map(({ id }) => id))
  const edges = new Map<string, Edge>()
  for (const manifest of manifests) {
    for (const [kind, tokensOf] of WAYS) {
      for (const token of tokensOf(manifest)) {
        const to = providers.get(token.id)
        if (to === undefined || to === manifest.id || !known.has(to)) continue
        edges.set(`${manifest.id} ${kind} ${to}`, { from: manifest.id, to, kind })
      }
    }
  }
  return [...edges.values()]
}
