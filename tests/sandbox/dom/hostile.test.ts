import { describe, expect, it } from 'vitest'
import type { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import type { DomOp } from '../../../src/sandbox/dom/dom-op.js'
import { LIMITS } from '../../../src/sandbox/dom/dom-op.js'
import { showRemote } from '../../../src/sandbox/dom/remote-view.js'
import { page } from './screen.js'

function frame() {
  const { root } = page()
  const errors: FretworkError[] = []
  const view = showRemote(
    root,
    () => undefined,
    error => errors.push(error),
  )
  return { root, errors, view, refusals: () => errors.map(({ code }) => code) }
}

const element = (id: number, name: string, attributes: Record<string, string> = {}, svg = false): DomOp => ({
  ...{ op: 'element', id, name, svg },
  attributes: Object.entries(attributes),
})
const insert = (id: number, parent = 0): DomOp => ({ op: 'insert', id, parent, before: null })

const ELEMENTS = [
  'script iframe frame frameset object embed link meta base template portal style audio video source',
  'track fencedframe slot html head body x-element SCRIPT Script svg math noscript map area applet',
  'marquee dialog- constructor',
].flatMap(row => row.split(' '))
const SVG_ELEMENTS = 'script foreignObject a image feImage animate set animateTransform style handler'.split(
  ' ',
)

const ATTRIBUTES: readonly (readonly [name: string, value: string, element?: string])[] = [
  ['onclick', 'alert(1)'],
  ['onfocusin', 'alert(1)'],
  ['OnLoad', 'alert(1)', 'img'],
  ['srcdoc', '<script></script>'],
  ['action', 'https://example.org', 'form'],
  ['method', 'post', 'form'],
  ['target', '_top', 'form'],
  ['formaction', 'https://example.org', 'button'],
  ['href', 'https://example.org', 'a'],
  ['href', 'javascript:alert(1)', 'a'],
  ['ping', 'https://example.org', 'a'],
  ['download', 'x', 'a'],
  ['nonce', 'abc'],
  ['is', 'x-element'],
  ['slot', 'x'],
  ['part', 'x'],
  ['contenteditable', 'true'],
  ['autofocus', ''],
  ['popover', ''],
  ['src', 'https://example.org/a.png', 'img'],
  ['src', ' javascript:alert(1)', 'img'],
  ['src', 'data:text/html,<script>', 'img'],
  ['srcset', 'https://example.org/a.png', 'img'],
  ['src', 'data:image/png;base64,AA==', 'input'],
  ['type', 'file', 'input'],
  ['type', ' FILE ', 'input'],
  ['type', 'image', 'input'],
  ['background', 'https://example.org', 'table'],
  ['style', 'background: url(https://example.org)'],
  ['style', 'background: URL( "//example.org" )'],
  ['style', 'background: u\\72l(https://example.org)'],
  ['style', 'background: image-set("https://example.org" 1x)'],
  ['style', 'background: url(data:image/png;base64,AA==), url(https://example.org)'],
  ['id', 'appendChild'],
  ['id', 'children'],
  ['constructor', 'x'],
]

const SVG_ATTRIBUTES: readonly (readonly [name: string, value: string, element: string])[] = [
  ['href', 'https://example.org/a.svg#x', 'use'],
  ['xlink:href', 'data:image/svg+xml,x', 'use'],
  ['fill', 'url(https://example.org#x)', 'rect'],
  ['filter', 'url(//example.org#x)', 'rect'],
  ['onbegin', 'alert(1)', 'rect'],
  ['attributeName', 'href', 'rect'],
]

describe('disallowed elements and attributes', () => {
  it.each(ELEMENTS)('rejects the element %s', name => {
    const { root, view, refusals } = frame()
    view.apply([element(1, name), insert(1), element(2, 'p'), insert(2)])
    expect([root.innerHTML, refusals()]).toEqual(['<p></p>', ['apart_dom_refused']])
  })

  it.each(SVG_ELEMENTS)('rejects the SVG element %s', name => {
    const { root, view, refusals } = frame()
    view.apply([element(1, name, {}, true), insert(1)])
    expect([root.innerHTML, refusals()]).toEqual(['', ['apart_dom_refused']])
  })

  it.each(ATTRIBUTES)('rejects the attribute %s with the value %s', (name, value, on = 'div') => {
    const { root, view, refusals } = frame()
    const made = {
      ...element(1, on),
      attributes: [
        [name, value],
        ['title', 'kept'],
      ],
    }
    view.apply([made, insert(1), element(2, on), { op: 'attribute', id: 2, name, value }, insert(2)])
    for (const shown of root.children)
      expect(shown.getAttributeNames().filter(kept => kept !== 'title' && kept !== 'style')).toEqual([])
    for (const shown of root.children) expect(shown.getAttribute('style') ?? '').toBe('')
    expect(root.firstElementChild?.getAttribute('title')).toBe('kept')
    expect(refusals()).toEqual(['apart_dom_refused'])
  })

  it.each(SVG_ATTRIBUTES)('rejects the SVG attribute %s with the value %s', (name, value, on) => {
    const { root, view, refusals } = frame()
    view.apply([element(1, on, { [name]: value }, true), insert(1)])
    expect(root.firstElementChild?.getAttributeNames()).toEqual([])
    expect(refusals()).toEqual(['apart_dom_refused'])
  })

  it('element names that would shadow DOM properties get a prefix', () => {
    const { root, view } = frame()
    view.apply([element(1, 'form'), element(2, 'input', { name: 'appendChild' }), insert(2, 1), insert(1)])
    expect(root.querySelector('input')?.getAttribute('name')).toBe('plugin:appendChild')
  })
})

const BROKEN: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a string', 'remove'],
  ['an unknown operation', { op: 'evaluate', id: 1, text: 'alert(1)' }],
  ['a name that every object has', { op: 'constructor', id: 1 }],
  ['NaN as the node number', { op: 'remove', id: Number.NaN }],
  ['a negative node number', { op: 'remove', id: -1 }],
  ['a fractional node number', { op: 'remove', id: 1.5 }],
  ['an unknown node', { op: 'attribute', id: 77, name: 'class', value: 'a' }],
  ['the root', { op: 'remove', id: 0 }],
  ['the root inserted into an element', { op: 'insert', id: 0, parent: 1, before: null }],
  ['an attribute of the root', { op: 'attribute', id: 0, name: 'class', value: 'a' }],
  ['forgetting the root', { op: 'forget', ids: [0] }],
  ['an element inserted into itself', { op: 'insert', id: 1, parent: 1, before: null }],
  ['a sibling with another parent', { op: 'insert', id: 2, parent: 0, before: 3 }],
  ['an unknown sibling', { op: 'insert', id: 2, parent: 0, before: 99 }],
  ['a child of a text', { op: 'insert', id: 1, parent: 3, before: null }],
  ['a duplicate node number', element(1, 'p')],
  ['a text with the number of an element', { op: 'text', id: 1, text: 'a' }],
  ['a text over the limit', { op: 'text', id: 9, text: 'a'.repeat(LIMITS.text + 1) }],
  ['a number in place of a text', { op: 'text', id: 9, text: 5 }],
  ['an unknown property', { op: 'form', id: 2, name: 'innerHTML', value: '<b>', rev: 0 }],
  ['a value of the wrong type', { op: 'form', id: 2, name: 'value', value: { toString: 1 }, rev: 0 }],
  ['a property of another element', { op: 'form', id: 1, name: 'value', value: 'a', rev: 0 }],
  ['an unknown call', { op: 'call', id: 2, name: 'click', numbers: [] }],
  [
    'a call with an infinite number',
    { op: 'call', id: 2, name: 'setSelectionRange', numbers: [0, Infinity] },
  ],
  ['a scroll to a string', { op: 'scroll', id: 1, name: 'scrollTop', value: '9' }],
  ['an invalid picture', { op: 'picture', id: 1, picture: { width: 1, height: 1 } }],
]

describe('invalid DOM operations', () => {
  it.each(BROKEN)('an invalid operation is skipped, and later operations are applied: %s', (_, wrong) => {
    const { root, view, refusals } = frame()
    const text: DomOp = { op: 'text', id: 3, text: 'T' }
    view.apply([element(1, 'p'), element(2, 'input'), text, insert(3, 1), insert(1), insert(2)])
    expect(refusals()).toEqual([])
    const before = root.innerHTML
    view.apply([wrong, element(50, 'b'), insert(50)])
    expect(root.innerHTML).toBe(`${before}<b></b>`)
    expect(refusals()).toEqual(['apart_dom_refused'])
  })

  it('the error includes the name of the rejected element', () => {
    const { view, errors } = frame()
    view.apply([element(1, 'iframe')])
    expect(errors[0]?.message).toBe(
      'The plugin’s screen used the element “iframe”, which isn’t allowed in the sandbox. Change the screen, or run the plugin with full access.',
    )
  })

  it.each([
    ['an object', {}],
    ['undefined', undefined],
    ['a list over the limit', new Array(LIMITS.operations + 1)],
  ])('rejects a batch of DOM operations that is %s', (_, batch) => {
    const { root, view, refusals } = frame()
    view.apply(batch)
    expect([root.innerHTML, refusals()]).toEqual(['', ['apart_dom_refused']])
  })

  it('the number of DOM nodes is limited', () => {
    const { view, refusals } = frame()
    const texts = Array.from({ length: LIMITS.nodes }, (_, n): DomOp => ({ op: 'text', id: n + 1, text: '' }))
    for (let start = 0; start < texts.length; start += LIMITS.operations)
      view.apply(texts.slice(start, start + LIMITS.operations))
    expect(refusals()).toEqual(['apart_dom_refused'])
  })

  it('forgetting attached nodes does not remove them from the node count', () => {
    const { root, view, refusals } = frame()
    view.apply([element(1, 'p'), element(2, 'b'), element(3, 'i'), insert(3, 2), insert(2, 1), insert(1)])
    view.apply([{ op: 'forget', ids: [2] }])
    expect(root.innerHTML).toBe('<p></p>')
    view.apply([insert(3, 1)])
    expect([root.innerHTML, refusals()]).toEqual(['<p><i></i></p>', []])
  })
})
