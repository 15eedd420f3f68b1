/** Puts the nodes of a graph into layers, so that whatever a node uses stands in a layer before it. */

export type EdgeKind = 'requires' | 'optional' | 'lazy'

/** `from` uses `to`. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

/** The edges that lay the graph out: what comes first in `ORDER` decides where edges run in a circle. */
const ORDER: readonly EdgeKind[] = ['requires', 'optional', 'lazy']

/** The edges without those that would close a circle; these are drawn all the same, but backwards. */
export function withoutCircles(edges: readonly Edge[]): Edge[] {
  const kept: Edge[] = []
  const leadsTo = (start: string, goal: string): boolean =>
    start === goal || kept.some(({ from, to }) => from === start && leadsTo(to, goal))
  for (const edge of ORDER.flatMap(kind => edges.filter(each => each.kind === kind))) {
    if (!leadsTo(edge.to, edge.from)) kept.push(edge)
  }
  return kept
}

/** The length of the longest way from a node down to one that uses nothing. @param edges without circles */
export function layersOf(nodes: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const layers = new Map<string, number>()
  const layerOf = (node: string): number => {
    const known = layers.get(node)
    if (known !== undefined) return known
    const used = edges.filter(({ from }) => from === node).map(({ to }) => layerOf(to) + 1)
    const layer = Math.max(0, ...used)
    layers.set(node, layer)
    return layer
  }
  for (const node of nodes) layerOf(node)
  return layers
}

/** A node of a layer, or a place that a long edge runs through. */
export interface Stop {
  readonly id: string
  readonly isNode: boolean
}

export interface Rows {
  readonly layers: readonly (readonly Stop[])[]
  /** Pairs of stops in neighbouring layers: the pieces that edges are made of. */
  readonly pieces: readonly (readonly [string, string])[]
  /** The stops of an edge between its ends, in the order from `to` to `from`. */
  readonly via: ReadonlyMap<Edge, readonly string[]>
}

/** Lays stops for edges that are longer than one layer, so that they find a way between the nodes. */
export function withStops(
  nodes: readonly string[],
  edges: readonly Edge[],
  layerOf: ReadonlyMap<string, number>,
): Rows {
  const count = 1 + Math.max(-1, ...nodes.map(node => layerOf.get(node) ?? 0))
  const layers: Stop[][] = Array.from({ length: count }, () => [])
  for (const id of nodes) layers[layerOf.get(id) ?? 0]?.push({ id, isNode: true })
  const via = new Map<Edge, string[]>()
  const pieces: [string, string][] = []
  for (const edge of edges) {
    const stops: string[] = []
    for (let layer = (layerOf.get(edge.to) ?? 0) + 1; layer < (layerOf.get(edge.from) ?? 0); layer += 1) {
      const id = `${edge.from} ${edge.kind} ${edge.to} ${layer}`
      layers[layer]?.push({ id, isNode: false })
      stops.push(id)
    }
    via.set(edge, stops)
    const way = [edge.to, ...stops, edge.from]
    for (const [index, id] of way.slice(1).entries()) pieces.push([way[index] ?? id, id])
  }
  return { layers, pieces, via }
}

const ROUNDS = 4

/** Sorts each layer by the middle of its neighbours, forwards and back, so that few edges cross. */
export function untangled({ layers, pieces }: Pick<Rows, 'layers' | 'pieces'>): Stop[][] {
  const sorted = layers.map(layer => [...layer])
  const sortBy = (layer: Stop[], beside: readonly Stop[]) => {
    const place = new Map(beside.map(({ id }, index) => [id, index]))
    const middles = new Map(
      layer.map(({ id }, index) => {
        const found = pieces.flatMap(([a, b]) => (a === id ? [place.get(b)] : b === id ? [place.get(a)] : []))
        const places = found.filter(each => each !== undefined)
        // Without a neighbour there it stays where it is.
        return [id, places.length ? places.reduce((sum, each) => sum + each, 0) / places.length : index]
      }),
    )
    layer.sort((a, b) => (middles.get(a.id) ?? 0) - (middles.get(b.id) ?? 0))
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 1; at < sorted.length; at += 1) sortBy(sorted[at] ?? [], sorted[at - 1] ?? [])
    for (let at = sorted.length - 2; at >= 0; at -= 1) sortBy(sorted[at] ?? [], sorted[at + 1] ?? [])
  }
  return sorted
}
