import type { ElementCall, FormProperty, ScrollProperty } from './dom-op.js'

export interface WorkerNode {
  readonly nodeType: number
  readonly parentNode: WorkerNode | null
  readonly nextSibling: WorkerNode | null
  readonly childNodes?: readonly WorkerNode[]
  readonly data?: string
}

export interface WorkerElement extends WorkerNode {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  textContent: string | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  hasAttribute(name: string): boolean
  appendChild(child: WorkerNode): void
  removeChild(child: WorkerNode): void
  contains(node: WorkerNode): boolean
  querySelectorAll(selector: string): readonly WorkerElement[]
  dispatchEvent(event: object): boolean
}

export interface WorkerDocument {
  readonly body: WorkerElement
  readonly defaultView: object
  activeElement: WorkerElement
  createElement(name: string): WorkerElement
}

export const ELEMENT = 1
export const TEXT = 3
export const isElement = (node: WorkerNode): node is WorkerElement => node.nodeType === ELEMENT

export interface DocumentWatcher {
  inserted(parent: WorkerNode, node: WorkerNode): void
  removed(parent: WorkerNode, node: WorkerNode): void
  attribute(element: WorkerElement, name: string, value: string | null): void
  text(node: WorkerNode, text: string): void
  form(element: WorkerElement, name: FormProperty, value: string | boolean): void
  scroll(element: WorkerElement, name: ScrollProperty, value: number): void
  call(element: WorkerElement, name: ElementCall, numbers: readonly number[]): void
  picture(element: WorkerElement, picture: ImageBitmap): void
  measure(element: WorkerElement): void
}

export const watchers = new Set<DocumentWatcher>()

export function eachWatcher(tell: (watcher: DocumentWatcher) => void): void {
  for (const watcher of watchers) tell(watcher)
}

export function defineOn(prototype: object, properties: Readonly<Record<string, PropertyDescriptor>>): void {
  for (const [name, descriptor] of Object.entries(properties))
    Object.defineProperty(prototype, name, { configurable: true, enumerable: true, ...descriptor })
}

/** @param set optional setter; read-only if omitted */
export const property = (
  get: (element: WorkerElement) => unknown,
  set?: (element: WorkerElement, value: never) => void,
): PropertyDescriptor => ({
  get(this: WorkerElement) {
    return get(this)
  },
  set:
    set &&
    function (this: WorkerElement, value: never) {
      set(this, value)
    },
})

/** @param run receives the element before the arguments */
export const method = (run: (element: never, ...given: never[]) => unknown): PropertyDescriptor => ({
  writable: true,
  value(this: never, ...given: never[]) {
    return run(this, ...given)
  },
})
