/** The dependency graph: its edges, read from the manifests, and its layout in pixels, by dagre. */
import { Graph, layout } from '@dagrejs/dagre'
import type { AnyToken, PluginManifest } from '../../../../core/kernel/manifest/plugin.js'

export type EdgeKind = 'requires' | 'optional' | 'lazy'

/** `from` uses `to`. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

/** The heavier edge decides the direction if two plugins use each other. */
const WEIGHTS: Readonly<Record<EdgeKind, number>> = { requires: 9, optional: 3, lazy: 1 }
const KINDS = Object.keys(WEIGHTS) as EdgeKind[]

/**
 * One edge per pair of plugins and kind.
 * @param providers the providing plugin by token id; the core's services are left out
 */
export function pluginEdges(
  manifests: readonly PluginManifest[],
  providers: ReadonlyMap<string, string>,
): Edge[] {
  const known = new Set(manifests.map(({ id }) => id))
  const edges = new Map<string, Edge>()
  for (const manifest of manifests) {
    for (const kind of KINDS) {
      const tokens: readonly AnyToken[] = manifest[kind] ?? []
      for (const token of tokens) {
        const to = providers.get(token.id)
        if (to === undefined || to === manifest.id || !known.has(to)) continue
        edges.set(`${manifest.id} ${kind} ${to}`, { from: manifest.id, to, kind })
      }
    }
  }
  return [...edges.values()]
}

export const NODE = { width: 148, height: 40 } as const
const GAP = { x: 64, y: 16 } as const
const MARGIN = 8
/** Plugins without edges are listed below the graph. */
const LOOSE_COLUMNS = 5

/**
 * From left to right: a plugin is to the right of those it uses, unless they use each other.
 * @returns the size, the top left corners of the nodes, and SVG paths that end at the plugin that is used
 */
export function graphLayout(ids: readonly string[], edges: readonly Edge[]) {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', acyclicer: 'greedy', ranksep: GAP.x, nodesep: GAP.y, edgesep: 12 })
  const isConnected = (id: string) => edges.some(({ from, to }) => from === id || to === id)
  for (const id of ids) if (isConnected(id)) graph.setNode(id, { ...NODE })
  for (const { from, to, kind } of edges) graph.setEdge(to, from, { weight: WEIGHTS[kind] }, kind)
  if (graph.nodeCount() > 0) layout(graph)
  const connected = graph.nodes().map(id => {
    const { x, y } = graph.node(id)
    return { id, x: MARGIN + x - NODE.width / 2, y: MARGIN + y - NODE.height / 2 }
  })
  const { width: graphWidth = 0, height: graphHeight = 0 } = graph.graph()
  const top = MARGIN + (connected.length > 0 ? graphHeight + GAP.y : 0)
  const loose = ids
    .filter(id => !isConnected(id))
    .map((id, index) => ({
      id,
      x: MARGIN + (index % LOOSE_COLUMNS) * (NODE.width + GAP.y),
      y: top + Math.floor(index / LOOSE_COLUMNS) * (NODE.height + GAP.y),
    }))
  const nodes = [...connected, ...loose]
  return {
    width: Math.max(graphWidth + MARGIN, ...nodes.map(({ x }) => x + NODE.width)) + MARGIN,
    height: Math.max(graphHeight + MARGIN, ...nodes.map(({ y }) => y + NODE.height)) + MARGIN,
    nodes,
    edges: edges.map(edge => ({ ...edge, path: pathOf(graph.edge(edge.to, edge.from, edge.kind).points) })),
  }
}

/** A smooth curve through the points, which lead from the used plugin to its user. */
function pathOf(points: readonly { readonly x: number; readonly y: number }[] = []): string {
  const [start, ...rest] = points.map(({ x, y }) => ({ x: MARGIN + x, y: MARGIN + y })).reverse()
  if (!start) return ''
  let from = start
  let path = `M${start.x} ${start.y}`
  for (const to of rest) {
    const middle = (from.x + to.x) / 2
    path += `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
    from = to
  }
  return path
}
