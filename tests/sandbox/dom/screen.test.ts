import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/sandbox/dom/dom-op.js'
import {
  createPortal,
  createElement as h,
  openScreen,
  useLayoutEffect,
  useRef,
  workerDocument,
} from './screen.js'

describe('sandboxed screen content', () => {
  it('a screen shows its elements, text and attributes', async () => {
    const attributes = { className: 'drill', id: 'one', 'data-n': 3, 'aria-label': 'Drill' }
    const screen = openScreen(h('section', attributes, 'Play ', h('b', null, 'E')))
    await screen.shows(
      '<section class="drill" id="one" data-n="3" aria-label="Drill">Play <b>E</b></section>',
    )
    expect(screen.errors).toEqual([])
  })

  it('reordering a list keeps its DOM elements', async () => {
    const item = (name: string) => h('li', { key: name }, name)
    const list = (names: string) => h('ul', null, [...names].map(item))
    const screen = openScreen(list('abcde'))
    await screen.says('abcde')
    const before = new Map([...screen.root.querySelectorAll('li')].map(item => [item.textContent, item]))
    screen.react.render(list('ebxdca'))
    await screen.says('ebxdca')
    for (const item of screen.root.querySelectorAll('li'))
      if (item.textContent !== 'x') expect(item).toBe(before.get(item.textContent))
    screen.react.render(list('acxb'))
    await screen.says('acxb')
    expect(screen.errors).toEqual([])
  })

  it('the frame forgets removed DOM nodes', async () => {
    const row = (_: unknown, n: number) => h('i', { key: n }, n)
    const rows = (length: number) => h('p', null, Array.from({ length }, row))
    const screen = openScreen(rows(3))
    await screen.says('012')
    screen.react.render(rows(1))
    await screen.says('0')
    screen.react.render(null)
    await screen.shows('')
    const made = screen.sent.flatMap(op => (op.op === 'element' || op.op === 'text' ? [op.id] : []))
    const freed = screen.sent.flatMap(op => (op.op === 'forget' ? op.ids : []))
    expect([freed.toSorted(), screen.errors]).toEqual([[...new Set(made)].toSorted(), []])
  })

  it('styles can include custom properties', async () => {
    const bar = (style: object, className: string) => h('div', { style, className })
    const screen = openScreen(bar({ width: 10, color: 'red', '--fret': 5, opacity: 0.5 }, 'a'))
    const style = () => screen.find('div').style
    await expect.poll(() => screen.root.querySelector('div')?.style.width).toBe('10px')
    expect([style().color, style().opacity]).toEqual(['red', '0.5'])
    expect(style().getPropertyValue('--fret')).toBe('5')
    screen.react.render(bar({ width: 20, backgroundImage: 'url("data:image/png;base64,AA==")' }, 'b'))
    await expect.poll(() => style().width).toBe('20px')
    expect(style().color).toBe('')
    expect(style().backgroundImage).toContain('data:image/png;base64,AA==')
    expect([screen.find('div').className, screen.errors]).toEqual(['b', []])
  })

  it('a screen can show SVG graphics', async () => {
    const screen = openScreen(
      h(
        'svg',
        { viewBox: '0 0 10 10' },
        h('defs', null, h('linearGradient', { id: 'wood' })),
        h('path', { d: 'M0 0', strokeWidth: 2, fill: 'url(#wood)' }),
        h('use', { xlinkHref: '#wood' }),
      ),
    )
    await expect.poll(() => screen.root.querySelector('path')?.getAttribute('stroke-width')).toBe('2')
    expect(screen.find('svg').namespaceURI).toBe('http://www.w3.org/2000/svg')
    expect(screen.find('svg').getAttribute('viewBox')).toBe('0 0 10 10')
    expect(screen.find('path').getAttribute('fill')).toBe('url(#wood)')
    expect([screen.find('use').getAttribute('href'), screen.errors]).toEqual(['#wood', []])
  })

  it('HTML set by a plugin is shown as plain text', async () => {
    const html = { __html: '<b>Bold</b> &amp; more' }
    const screen = openScreen(h('div', { dangerouslySetInnerHTML: html }))
    await screen.shows('<div><b>Bold</b> &amp; more</div>')
  })

  it('a React portal outside the sandboxed screen is ignored', async () => {
    const body = workerDocument.body as unknown as Element
    const screen = openScreen(h('p', null, 'In', createPortal(h('b', null, 'Out'), body)))
    await screen.says('In')
    expect(screen.errors).toEqual([])
  })

  it('a closed sandboxed screen is empty and reports no events', async () => {
    const screen = openScreen(h('p', null, 'Here'))
    await screen.says('Here')
    screen.react.unmount()
    screen.remote.dispose()
    screen.view.dispose()
    expect(screen.root.innerHTML).toBe('')
    screen.root.click()
    expect(screen.heard).toEqual([])
  })
})

describe('DOM operations sent to the frame', () => {
  it('large DOM updates are split into batches within the frame’s limit', async () => {
    const many = (count: number, name: string, content?: unknown) =>
      Array.from({ length: count }, (_, n) => h(name, { key: n }, content as ReactNode))
    const screen = openScreen(many(105, 'p', many(100, 'i')))
    await expect.poll(() => screen.root.querySelectorAll('i').length).toBe(10_500)
    expect(screen.sent.length).toBeGreaterThan(LIMITS.operations)
    expect([screen.find('p:last-child').childNodes.length, screen.errors]).toEqual([100, []])
  })

  it('several style changes to an element are sent as one operation', async () => {
    const dot = (style: object) => h('i', { style })
    const screen = openScreen(dot({ left: 0, top: 0, opacity: 0 }))
    await expect.poll(() => screen.root.querySelector('i')).not.toBeNull()
    const before = screen.sent.length
    screen.react.render(dot({ left: 5, top: 6, opacity: 1 }))
    await expect.poll(() => screen.find('i').style.top).toBe('6px')
    expect(screen.sent.slice(before)).toEqual([
      { op: 'attribute', id: 1, name: 'style', value: 'left: 5px; top: 6px; opacity: 1;' },
    ])
  })
})

it('element sizes are zero until the frame reports them', async () => {
  const widths: number[] = []
  function Neck() {
    const neck = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
      const { current } = neck
      if (current === null) return
      widths.push(current.getBoundingClientRect().width)
      const observer = new ResizeObserver(([entry]) => widths.push(entry?.contentRect.width ?? -1))
      observer.observe(current)
      return () => observer.disconnect()
    }, [])
    return h('div', { ref: neck }, 'Neck')
  }
  const screen = openScreen(h(Neck))
  await screen.says('Neck')
  const asked = screen.sent.find(op => op.op === 'measure')
  expect(asked).toBeDefined()
  expect(widths).toEqual([0])
  const rects = [[asked?.id ?? -1, 5, 6, 320, 80]] as const
  screen.remote.receive({ rev: 1, target: rects[0][0], type: 'measure', bubbles: false, fields: {}, rects })
  expect(widths).toEqual([0, 320])
})
