import { describe, expect, it } from 'vitest'
import {
  type Edge,
  type EdgeKind,
  graphLayout,
  NODE,
} from '../../../src/plugins/workshop/ui/graph/graph-layout.js'

const uses = (from: string, to: string, kind: EdgeKind = 'requires'): Edge => ({ from, to, kind })

function layout(ids: readonly string[], edges: readonly Edge[]) {
  const drawn = graphLayout(ids, edges)
  const node = (id: string) => {
    const found = drawn.nodes.find(each => each.id === id)
    if (!found) throw new Error(`${id} is not drawn`)
    return found
  }
  return { ...drawn, node, x: (id: string) => node(id).x, y: (id: string) => node(id).y }
}

describe('the layout of the plugin graph', () => {
  it('puts a plugin to the right of those it uses', () => {
    const { x } = layout(
      ['song', 'neck', 'midi'],
      [uses('song', 'neck'), uses('neck', 'midi'), uses('song', 'midi')],
    )
    expect(x('midi')).toBeLessThan(x('neck'))
    expect(x('neck')).toBeLessThan(x('song'))
  })

  it('follows requirements where optional and lazy edges form a cycle', () => {
    const { x, edges } = layout(['neck', 'midi'], [uses('midi', 'neck', 'lazy'), uses('neck', 'midi')])
    expect(x('midi')).toBeLessThan(x('neck'))
    expect(edges.every(({ path }) => path !== '')).toBe(true)
  })

  it('lays out plugins that require each other', () => {
    const { nodes, edges } = layout(['a', 'b', 'c'], [uses('a', 'b'), uses('b', 'c'), uses('c', 'a')])
    expect(nodes).toHaveLength(3)
    expect(edges).toHaveLength(3)
  })

  it('overlaps no nodes and keeps all of them within its size', () => {
    const ids = [...'abcdefghij']
    const edges = ids.flatMap((id, index) => ids.slice(0, index).map(other => uses(id, other)))
    const { nodes, width, height } = layout([...ids, 'loose', 'loner'], edges.slice(0, 20))
    for (const [index, one] of nodes.entries()) {
      expect(one.x + NODE.width).toBeLessThanOrEqual(width)
      expect(one.y + NODE.height).toBeLessThanOrEqual(height)
      for (const other of nodes.slice(index + 1)) {
        const apart = Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height
        expect(apart, `${one.id} and ${other.id}`).toBe(true)
      }
    }
  })

  it('orders nodes so that edges do not cross', () => {
    const { y } = layout(
      ['left', 'right', 'uses-right', 'uses-left'],
      [uses('uses-right', 'right'), uses('uses-left', 'left')],
    )
    expect(y('uses-left') < y('uses-right')).toBe(y('left') < y('right'))
  })

  it('routes a long edge around the nodes in between', () => {
    const { edges, node } = layout(
      ['midi', 'neck', 'song'],
      [uses('neck', 'midi'), uses('song', 'neck'), uses('song', 'midi')],
    )
    const long = edges.find(({ from, to }) => from === 'song' && to === 'midi')?.path ?? ''
    const { x, y } = node('neck')
    const between = [...long.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[C ]|$)/g)]
      .map(([, px, py]) => ({ x: Number(px), y: Number(py) }))
      .filter(point => point.x > x && point.x < x + NODE.width)
    expect(between.length).toBeGreaterThan(0)
    for (const point of between) expect(point.y < y || point.y > y + NODE.height).toBe(true)
  })

  it('lists plugins without edges below the graph', () => {
    const { y } = layout(['alone', 'neck', 'midi'], [uses('neck', 'midi')])
    expect(y('alone')).toBeGreaterThan(y('neck'))
    expect(layout(['alone'], []).nodes).toHaveLength(1)
  })

  it('is empty without plugins', () => {
    expect(graphLayout([], [])).toMatchObject({ nodes: [], edges: [] })
  })
})
