import { describe, expect, it, onTestFinished } from 'vitest'
import { workerDocument } from './screen.js'

function tree(html: string): HTMLElement {
  expect(document).toBe(workerDocument)
  const top = document.createElement('div')
  top.innerHTML = html
  document.body.append(top)
  onTestFinished(() => top.remove())
  return top
}

/** Bits of `compareDocumentPosition`. */
const [before, after] = [2, 4]

const one = (top: Element, selector: string): HTMLElement => {
  const found = top.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`The document has no ${selector}.`)
  return found
}

describe('worker DOM elements', () => {
  it('worker DOM elements expose their position in the document', () => {
    const top = tree('<ul><li id="a">A</li><li id="b"><b>B</b></li></ul>')
    const [a, b, list] = [one(top, '#a'), one(top, '#b'), one(top, 'ul')]
    expect(a.getRootNode()).toBe(document)
    expect(document.createElement('p').getRootNode()).not.toBe(document)
    expect(one(top, 'b').closest('li')).toBe(b)
    expect(one(top, 'b').closest('table')).toBeNull()
    expect([a.matches('ul > #a'), a.matches('#b')]).toEqual([true, false])
    expect(a.compareDocumentPosition(b)).toBe(after)
    expect(b.compareDocumentPosition(a)).toBe(before)
    expect(list.compareDocumentPosition(a)).toBe(16 + after)
    expect(a.compareDocumentPosition(list)).toBe(8 + before)
    expect(a.compareDocumentPosition(document.createElement('p'))).toBe(1)
    expect([list.hasChildNodes(), document.createElement('p').hasChildNodes()]).toEqual([true, false])
  })

  it('classes, data and styles of worker DOM elements are stored as attributes', () => {
    const top = tree('<p class="a b" data-string-count="6" style="color: red; --x: url(data:a;b)">T</p>')
    const text = one(top, 'p')
    text.classList.add('c')
    text.classList.remove('a')
    expect([text.classList.toggle('b'), text.className]).toEqual([false, 'c'])
    expect(text.dataset.stringCount).toBe('6')
    text.dataset.fretCount = '22'
    expect(text.getAttribute('data-fret-count')).toBe('22')
    delete text.dataset.stringCount
    expect(text.hasAttribute('data-string-count')).toBe(false)
    expect(text.style.getPropertyValue('--x')).toBe('url(data:a;b)')
    text.style.backgroundColor = 'blue'
    text.style.setProperty('width', '1px', 'important')
    text.style.color = 'red; background: green'
    expect(text.style.removeProperty('color')).toBe('red')
    expect(text.style.cssText).toBe('--x: url(data:a;b); background-color: blue; width: 1px !important;')
  })

  it('worker DOM elements implement the DOM interfaces of their tags', () => {
    const top = tree('<input type="range" min="2"><svg></svg>')
    const input = one(top, 'input') as HTMLInputElement
    expect([input instanceof HTMLInputElement, input instanceof HTMLElement]).toEqual([true, true])
    expect(input instanceof HTMLSelectElement).toBe(false)
    expect(one(top, 'svg') instanceof SVGElement).toBe(true)
    expect([input.type, input.min, input.disabled]).toEqual(['range', '2', false])
    input.disabled = true
    expect(input.getAttribute('disabled')).toBe('')
  })

  it('the worker’s window has the usual window functions', async () => {
    const called = await new Promise(resolve => window.setTimeout(resolve, 0, 'later'))
    expect([called, window.structuredClone({ frets: 22 })]).toEqual(['later', { frets: 22 }])
    expect(window.matchMedia('(prefers-color-scheme: dark)').matches).toBe(false)
  })
})
