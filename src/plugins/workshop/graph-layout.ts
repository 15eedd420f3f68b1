/** Draws a graph of plugins on paper: where each node stands, and how its edges run. Pure geometry, in pixels. */
import { type Edge, layersOf, untangled, withoutCircles, withStops } from './graph-layers.js'

export interface PlacedNode {
  readonly id: string
  /** Of its upper left corner. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge extends Edge {
  /** As SVG takes it; it ends at the plugin that is used. */
  readonly path: string
}

export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

export const NODE = { width: 148, height: 40 } as const
const GAP = { across: 64, down: 16 } as const
/** Room that a long edge takes where it passes between nodes. */
const LANE = 12
const MARGIN = 8
/** Nodes without an edge stand below, so many side by side as there are layers, and at least these. */
const LOOSE_COLUMNS = 3
const BACK_BEND = 28

interface Point {
  readonly x: number
  readonly y: number
}

/** Left to right: what is used stands left of who uses it, as far as the edges do not run in a circle. */
export function graphLayout(ids: readonly string[], edges: readonly Edge[]): GraphLayout {
  const tied = ids.filter(id => edges.some(({ from, to }) => from === id || to === id))
  const forward = withoutCircles(edges)
  const rows = withStops(tied, forward, layersOf(tied, forward))
  const corners = placed(untangled(rows))
  const depth = Math.max(0, ...[...corners.values()].map(({ y }) => y + NODE.height))
  const loose = ids.filter(id => !tied.includes(id))
  const top = depth === 0 ? MARGIN : depth + 2 * GAP.down
  for (const [id, corner] of looseCorners(loose, Math.max(LOOSE_COLUMNS, rows.layers.length), top)) {
    corners.set(id, corner)
  }

  const nodes = ids.map(id => ({ id, ...(corners.get(id) ?? { x: MARGIN, y: MARGIN }) }))
  const drawn = edges.map(edge => {
    const stops = rows.via.get(edge)
    const [from, to] = [corners.get(edge.from), corners.get(edge.to)]
    if (!from || !to) return { ...edge, path: '' }
    if (!stops) return { ...edge, path: backward(from, to) }
    const between = stops.flatMap(id => corners.get(id) ?? []).reverse()
    return { ...edge, path: forwardPath(from, between, to) }
  })
  const bottom = Math.max(0, ...nodes.map(({ y }) => y + NODE.height))
  // An edge that runs backwards hangs below its nodes.
  const hanging = edges.length > forward.length ? BACK_BEND : 0
  return {
    width: Math.max(0, ...nodes.map(({ x }) => x + NODE.width)) + MARGIN,
    height: Math.max(bottom, depth + hanging) + MARGIN,
    nodes,
    edges: drawn,
  }
}

/** Upper left corners of nodes, and the left ends of lanes; each layer stands in the middle of the tallest. */
function placed(layers: ReturnType<typeof untangled>): Map<string, Point> {
  const roomOf = (isNode: boolean) => (isNode ? NODE.height : LANE)
  const heights = layers.map(layer =>
    layer.reduce((sum, { isNode }) => sum + roomOf(isNode) + GAP.down, -GAP.down),
  )
  const tallest = Math.max(0, ...heights)
  const corners = new Map<string, Point>()
  for (const [index, layer] of layers.entries()) {
    let y = MARGIN + (tallest - (heights[index] ?? 0)) / 2
    for (const { id, isNode } of layer) {
      corners.set(id, { x: MARGIN + index * (NODE.width + GAP.across), y: isNode ? y : y + LANE / 2 })
      y += roomOf(isNode) + GAP.down
    }
  }
  return corners
}

function looseCorners(ids: readonly string[], columns: number, top: number): [string, Point][] {
  return ids.map((id, index) => [
    id,
    {
      x: MARGIN + (index % columns) * (NODE.width + GAP.across),
      y: top + Math.floor(index / columns) * (NODE.height + GAP.down),
    },
  ])
}

const middle = ({ x, y }: Point, right: boolean): Point => ({
  x: right ? x + NODE.width : x,
  y: y + NODE.height / 2,
})

/** From the left side of the user, through the lanes, to the right side of what is used. */
function forwardPath(from: Point, lanes: readonly Point[], to: Point): string {
  const points = [
    middle(from, false),
    ...lanes.flatMap(({ x, y }) => [
      { x: x + NODE.width, y },
      { x, y },
    ]),
    middle(to, true),
  ]
  const [start = { x: 0, y: 0 }, ...rest] = points
  let here = start
  let path = `M${start.x} ${start.y}`
  for (const point of rest) {
    const half = (here.x + point.x) / 2
    path += here.y === point.y ? `H${point.x}` : `C${half} ${here.y} ${half} ${point.y} ${point.x} ${point.y}`
    here = point
  }
  return path
}

/** An arc below both: their places have other edges between them. */
function backward(from: Point, to: Point): string {
  const [start, end] = [from, to].map(({ x, y }) => ({ x: x + NODE.width / 2, y: y + NODE.height }))
  if (!start || !end) return ''
  const bend = Math.max(start.y, end.y) + BACK_BEND
  return `M${start.x} ${start.y}C${start.x} ${bend} ${end.x} ${bend} ${end.x} ${end.y}`
}
