/**
 * Layout properties. The frame computes the layout, so sizes are 0 until it has answered the first request.
 */
import type { ElementCall, Rect, ScrollProperty } from './dom-op.js'
import type { WorkerDocument, WorkerElement } from './worker-node.js'
import { defineOn, eachWatcher, method, property } from './worker-node.js'

type Size = readonly [x: number, y: number, width: number, height: number]

const NO_SIZE: Size = [0, 0, 0, 0]
const sizes = new WeakMap<WorkerElement, Size>()
const scrolled = new WeakMap<WorkerElement, { scrollTop: number; scrollLeft: number }>()
const observers = new Set<SizeObserver>()

const rectOf = ([x, y, width, height]: Size) => ({
  ...{ x, y, width, height },
  ...{ left: x, top: y, right: x + width, bottom: y + height },
})

export const isMeasured = (element: WorkerElement): boolean => sizes.has(element)

function sizeOf(element: WorkerElement): Size {
  const known = sizes.get(element)
  if (known !== undefined) return known
  sizes.set(element, NO_SIZE)
  eachWatcher(watcher => watcher.measure(element))
  return NO_SIZE
}

export function takeSize(element: WorkerElement, [, ...size]: Rect): void {
  const [, , width, height] = sizes.get(element) ?? NO_SIZE
  sizes.set(element, size)
  if (width === size[2] && height === size[3]) return
  for (const observer of observers) observer.changed(element)
}

export function takeScroll(element: WorkerElement, [scrollLeft, scrollTop]: readonly [number, number]): void {
  scrolled.set(element, { scrollTop, scrollLeft })
}

type SizeCallback = (entries: readonly object[], observer: SizeObserver) => void

export class SizeObserver {
  readonly #callback: SizeCallback
  readonly #elements = new Set<WorkerElement>()
  constructor(callback: SizeCallback) {
    this.#callback = callback
  }
  observe(element: WorkerElement): void {
    this.#elements.add(element)
    observers.add(this)
    const [, , width, height] = sizeOf(element)
    if (width > 0 || height > 0) queueMicrotask(() => this.changed(element))
  }
  unobserve(element: WorkerElement): void {
    this.#elements.delete(element)
    if (this.#elements.size === 0) observers.delete(this)
  }
  disconnect(): void {
    this.#elements.clear()
    observers.delete(this)
  }
  changed(target: WorkerElement): void {
    if (!this.#elements.has(target)) return
    const { width, height } = rectOf(sizeOf(target))
    const box = [{ inlineSize: width, blockSize: height }]
    const contentRect = rectOf([0, 0, width, height])
    this.#callback([{ target, contentRect, borderBoxSize: box, contentBoxSize: box }], this)
  }
}

const call = (name: ElementCall) =>
  method((element: WorkerElement, ...given: readonly unknown[]) => {
    const numbers = given.filter(value => typeof value === 'number').slice(0, 2)
    eachWatcher(watcher => watcher.call(element, name, numbers))
  })

const scroll = (name: ScrollProperty) =>
  property(
    element => scrolled.get(element)?.[name] ?? 0,
    (element, value) => {
      scrolled.set(element, { scrollTop: 0, scrollLeft: 0, ...scrolled.get(element), [name]: value })
      eachWatcher(watcher => watcher.scroll(element, name, value))
    },
  )

const size = (index: 2 | 3) => property(element => Math.round(sizeOf(element)[index]))

const focusCall = (name: 'focus' | 'blur') =>
  method((element: WorkerElement & { readonly ownerDocument: WorkerDocument }) => {
    const { ownerDocument: document } = element
    // Browsers set `activeElement` before they dispatch the event.
    if (name === 'focus') document.activeElement = element
    else if (document.activeElement === element) document.activeElement = document.body
    eachWatcher(watcher => watcher.call(element, name, []))
  })

export function addLayout(prototype: object): void {
  defineOn(prototype, {
    focus: focusCall('focus'),
    blur: focusCall('blur'),
    select: call('select'),
    scrollIntoView: call('scrollIntoView'),
    setPointerCapture: call('setPointerCapture'),
    releasePointerCapture: call('releasePointerCapture'),
    hasPointerCapture: method(() => false),
    scrollTop: scroll('scrollTop'),
    scrollLeft: scroll('scrollLeft'),
    clientWidth: size(2),
    clientHeight: size(3),
    offsetWidth: size(2),
    offsetHeight: size(3),
    getBoundingClientRect: method((element: WorkerElement) => rectOf(sizeOf(element))),
  })
}
