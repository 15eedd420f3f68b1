import { describe, expect, it } from 'vitest'
import type { Edge, EdgeKind } from '../../../src/plugins/workshop/graph-layers.js'
import { graphLayout, NODE } from '../../../src/plugins/workshop/graph-layout.js'

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
  it('puts what is used to the left of who uses it', () => {
    const { x } = layout(
      ['song', 'neck', 'midi'],
      [uses('song', 'neck'), uses('neck', 'midi'), uses('song', 'midi')],
    )
    expect(x('midi')).toBeLessThan(x('neck'))
    expect(x('neck')).toBeLessThan(x('song'))
  })

  it('lets what is required decide where optional and lazy ones run in a circle', () => {
    const { x, edges } = layout(['neck', 'midi'], [uses('midi', 'neck', 'lazy'), uses('neck', 'midi')])
    expect(x('midi')).toBeLessThan(x('neck'))
    expect(edges.every(({ path }) => path !== '')).toBe(true)
  })

  it('ends also where plugins require each other', () => {
    const { nodes, edges } = layout(['a', 'b', 'c'], [uses('a', 'b'), uses('b', 'c'), uses('c', 'a')])
    expect(nodes).toHaveLength(3)
    expect(edges).toHaveLength(3)
  })

  it('lets no two nodes overlap, and keeps all on the paper', () => {
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

  it('uncrosses edges by the order in the layers', () => {
    const { y } = layout(
      ['left', 'right', 'uses-right', 'uses-left'],
      [uses('uses-right', 'right'), uses('uses-left', 'left')],
    )
    expect(y('uses-left') < y('uses-right')).toBe(y('left') < y('right'))
  })

  it('leads an edge over several layers past the nodes between', () => {
    const { edges, node } = layout(
      ['midi', 'neck', 'song'],
      [uses('neck', 'midi'), uses('song', 'neck'), uses('song', 'midi')],
    )
    const long = edges.find(({ from, to }) => from === 'song' && to === 'midi')?.path ?? ''
    const passing = [...long.matchAll(/H(\S+?)(?=[CHM]|$)/g)].map(([, x]) => Number(x))
    expect(passing).toContain(node('neck').x)
  })

  it('puts plugins that have nothing to do with others below', () => {
    const { y } = layout(['alone', 'neck', 'midi'], [uses('neck', 'midi')])
    expect(y('alone')).toBeGreaterThan(y('neck'))
    expect(layout(['alone'], []).nodes).toHaveLength(1)
  })

  it('draws an empty sheet for no plugins', () => {
    expect(graphLayout([], [])).toMatchObject({ nodes: [], edges: [] })
  })
})
