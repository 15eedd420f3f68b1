/** Canvas for sandboxed plugins, based on `OffscreenCanvas`. The image is sent once per animation frame. */
import type { WorkerElement } from './worker-node.js'
import { defineOn, eachWatcher, method, property } from './worker-node.js'

interface Drawing {
  readonly surface: OffscreenCanvas
  readonly context: object
  /**
   * Number of the newest image. Images are created asynchronously. `sent` is the number of the last image
   * that was sent.
   */
  made: number
  sent: number
  waiting: boolean
}

const drawings = new WeakMap<WorkerElement, Drawing>()

const LARGEST = 8192
const sideOf = (element: WorkerElement, name: 'width' | 'height') => {
  const given = Number.parseInt(element.getAttribute(name) ?? '', 10)
  return Number.isNaN(given) || given < 0 ? (name === 'width' ? 300 : 150) : Math.min(given, LARGEST)
}

export function showDrawing(element: WorkerElement): void {
  const drawing = drawings.get(element)
  if (drawing === undefined || drawing.waiting) return
  drawing.waiting = true
  requestAnimationFrame(() => {
    drawing.waiting = false
    const { surface } = drawing
    if (surface.width === 0 || surface.height === 0) return
    drawing.made += 1
    const number = drawing.made
    // Copy the image, because the canvas is needed for the next stroke. The host receives unhandled
    // rejections.
    createImageBitmap(surface).then(picture => {
      if (number < drawing.sent) return picture.close()
      drawing.sent = number
      eachWatcher(watcher => watcher.picture(element, picture))
    })
  })
}

const surfaceOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? (drawings.get(value as WorkerElement)?.surface ?? value)
    : value

function contextOf(element: WorkerElement, context: object): object {
  const methods = new Map<string | symbol, unknown>()
  return new Proxy(context, {
    get(_, name) {
      if (name === 'canvas') return element
      const value = Reflect.get(context, name, context)
      if (typeof value !== 'function') return value
      const known = methods.get(name)
      if (known !== undefined) return known
      const method = (...given: readonly unknown[]) => {
        showDrawing(element)
        return value.apply(context, given.map(surfaceOf))
      }
      methods.set(name, method)
      return method
    },
    set: (_, name, value) => Reflect.set(context, name, value, context),
  })
}

function drawingOf(element: WorkerElement): Drawing | undefined {
  const known = drawings.get(element)
  if (known !== undefined || typeof OffscreenCanvas === 'undefined') return known
  const surface = new OffscreenCanvas(sideOf(element, 'width'), sideOf(element, 'height'))
  const context = surface.getContext('2d')
  if (context === null) return undefined
  const made = { surface, context: contextOf(element, context), made: 0, sent: 0, waiting: false }
  drawings.set(element, made)
  return made
}

const side = (name: 'width' | 'height') =>
  property(
    element =>
      element.localName === 'canvas' ? sideOf(element, name) : Number(element.getAttribute(name) ?? 0),
    (element, value) => element.setAttribute(name, String(value)),
  )

export function resizeDrawing(element: WorkerElement, attribute: string): void {
  const drawing = drawings.get(element)
  if (drawing === undefined || (attribute !== 'width' && attribute !== 'height')) return
  drawing.surface[attribute] = sideOf(element, attribute)
  showDrawing(element)
}

export function addCanvas(prototype: object): void {
  defineOn(prototype, {
    width: side('width'),
    height: side('height'),
    getContext: method((element: WorkerElement, kind: string) =>
      element.localName === 'canvas' && kind === '2d' ? (drawingOf(element)?.context ?? null) : null,
    ),
  })
}
