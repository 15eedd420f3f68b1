/** Document for workers. Must be installed before react-dom, which detects browser features on load. */

import { HOOKS, Window } from '@remote-dom/polyfill'
import { addCanvas, resizeDrawing } from './worker-canvas.js'
import { type EventClasses, eventClasses } from './worker-events.js'
import { addForms } from './worker-forms.js'
import { addLayout, SizeObserver } from './worker-layout.js'
import {
  defineOn,
  eachWatcher,
  isElement,
  method,
  property,
  type WorkerDocument,
  type WorkerElement,
  type WorkerNode,
} from './worker-node.js'
import { addStyles } from './worker-style.js'

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

const INTERFACES: Readonly<Record<string, (element: WorkerElement) => boolean>> = {
  HTMLElement: ({ namespaceURI }) => namespaceURI === HTML,
  SVGElement: ({ namespaceURI }) => namespaceURI === SVG,
  HTMLInputElement: ({ localName }) => localName === 'input',
  HTMLTextAreaElement: ({ localName }) => localName === 'textarea',
  HTMLSelectElement: ({ localName }) => localName === 'select',
  HTMLButtonElement: ({ localName }) => localName === 'button',
  HTMLFormElement: ({ localName }) => localName === 'form',
  HTMLCanvasElement: ({ localName }) => localName === 'canvas',
  // React checks for frames and libraries check for shadow roots, which do not exist here.
  HTMLIFrameElement: () => false,
  ShadowRoot: () => false,
}

function interfaceOf(is: (element: WorkerElement) => boolean): object {
  const isOne = (value: unknown) =>
    typeof value === 'object' && value !== null && 'localName' in value && is(value as WorkerElement)
  return Object.defineProperty(class {}, Symbol.hasInstance, { value: isOne })
}

/** Exposes globals on `window`. Looked up on access, because some globals may be removed later. */
function lendGlobals(window: object, scope: object): void {
  const names = new Set<string>()
  for (let holder = scope; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder)) names.add(name)
  for (const name of names) {
    if (name in window) continue
    const get = () => {
      const value = Reflect.get(scope, name)
      return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(scope) : value
    }
    const set = (value: unknown) => Object.defineProperty(window, name, { value, writable: true })
    Object.defineProperty(window, name, { configurable: true, get, set })
  }
}

/** Polyfill for browsers without `requestAnimationFrame` in workers. */
function animationFrames(scope: object): Readonly<Record<string, unknown>> {
  if ('requestAnimationFrame' in scope) return {}
  return {
    requestAnimationFrame: (draw: (time: number) => void) => setTimeout(() => draw(performance.now()), 16),
    cancelAnimationFrame: (handle: number) => clearTimeout(handle),
  }
}

/** Empty selection. React reads the selection when a slider has focus. */
const noSelection = () => ({
  ...{ anchorNode: null, anchorOffset: 0, focusNode: null, focusOffset: 0 },
  ...{ rangeCount: 0, isCollapsed: true, type: 'None', toString: () => '', removeAllRanges: () => undefined },
})

const mediaQuery = (media: string) => ({
  ...{ media, matches: false, onchange: null },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

function tellWatchers(window: Window): void {
  const node = (given: unknown) => given as WorkerNode
  const element = (given: unknown) => given as WorkerElement
  window[HOOKS] = {
    insertChild: (parent, child) => eachWatcher(watcher => watcher.inserted(node(parent), node(child))),
    removeChild: (parent, child) => eachWatcher(watcher => watcher.removed(node(parent), node(child))),
    setText: (text, data) => eachWatcher(watcher => watcher.text(node(text), data)),
    setAttribute(target, name, value) {
      resizeDrawing(element(target), name)
      eachWatcher(watcher => watcher.attribute(element(target), name, value))
    },
    removeAttribute(target, name) {
      resizeDrawing(element(target), name)
      eachWatcher(watcher => watcher.attribute(element(target), name, null))
    },
  }
}

const documents = new WeakMap<object, EventClasses>()

export function classesOf(document: WorkerDocument): EventClasses {
  const classes = documents.get(document)
  if (classes === undefined) throw new TypeError('This document was not created by installDocument.')
  return classes
}

/** Installs the document. Replaces all globals except `self`, `navigator` and `location`. */
export function installDocument(scope: object): WorkerDocument {
  const window = new Window()
  const document = window.document as unknown as WorkerDocument
  const { prototype } = window.Element
  for (const add of [addStyles, addForms, addLayout, addCanvas]) add(prototype)
  addTree(window.Node.prototype, prototype)
  const classes = eventClasses(window.Event as never)
  documents.set(document, classes)
  defineOn(document, {
    activeElement: { value: document.body, writable: true },
    hasFocus: { value: () => document.activeElement !== document.body, writable: true },
    // React uses `input` events only if the document has this property.
    oninput: { value: null, writable: true },
    getSelection: { value: noSelection, writable: true },
  })
  const interfaces = Object.fromEntries(
    Object.entries(INTERFACES).map(([name, is]) => [name, interfaceOf(is)]),
  )
  const { Node, Element, Text, Comment, DocumentFragment, Document, MutationObserver } = window
  const { Event, CustomEvent, EventTarget } = window
  const globals = {
    ...{ Node, Element, Text, Comment, DocumentFragment, Document, MutationObserver },
    ...{ Event, CustomEvent, EventTarget, ResizeObserver: SizeObserver },
    ...interfaces,
    ...classes,
    ...animationFrames(scope),
    matchMedia: mediaQuery,
    getComputedStyle: (element: WorkerElement & { style: object }) => element.style,
  }
  const define = (holder: object, values: object) => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(holder, name, { configurable: true, writable: true, value })
  }
  define(window, { ...globals, getSelection: noSelection, devicePixelRatio: 1 })
  define(scope, { ...globals, window, document })
  lendGlobals(window, scope)
  tellWatchers(window)
  return document
}

const PRECEDING = 2
const FOLLOWING = 4
const CONTAINS = 8
const CONTAINED = 16
const DISCONNECTED = 1

function ancestors(node: WorkerNode): readonly WorkerNode[] {
  const path: WorkerNode[] = []
  for (let at: WorkerNode | null = node; at !== null; at = at.parentNode) path.unshift(at)
  return path
}

const rootOf = (node: WorkerNode): WorkerNode => ancestors(node)[0] ?? node

function matches(element: WorkerElement, selector: string): boolean {
  const root = rootOf(element) as WorkerElement
  // Selectors match only descendants, so the root of a detached tree never matches.
  return root !== element && root.querySelectorAll(selector).includes(element)
}

function comparePosition(node: WorkerNode, other: WorkerNode): number {
  if (node === other) return 0
  const [mine, others] = [ancestors(node), ancestors(other)]
  if (mine[0] !== others[0]) return DISCONNECTED
  const parting = mine.findIndex((at, depth) => at !== others[depth])
  if (parting === -1) return CONTAINED + FOLLOWING
  const branch = others[parting]
  if (branch === undefined) return CONTAINS + PRECEDING
  const siblings = mine[parting - 1]?.childNodes ?? []
  return siblings.indexOf(mine[parting] as WorkerNode) < siblings.indexOf(branch) ? FOLLOWING : PRECEDING
}

function closest(element: WorkerElement, selector: string): WorkerNode | null {
  return ancestors(element).findLast(node => isElement(node) && matches(node, selector)) ?? null
}

function tabIndexOf(element: WorkerElement): number {
  const usual = /^(input|select|textarea|button)$/.test(element.localName) ? 0 : -1
  return Number(element.getAttribute('tabindex') ?? usual)
}

function addTree(nodes: object, elements: object): void {
  defineOn(nodes, {
    getRootNode: method(rootOf),
    hasChildNodes: method(({ childNodes }: WorkerNode) => (childNodes?.length ?? 0) > 0),
    compareDocumentPosition: method(comparePosition),
  })
  defineOn(elements, {
    matches: method(matches),
    closest: method(closest),
    tabIndex: property(tabIndexOf, (element, index) => element.setAttribute('tabindex', String(index))),
  })
}
