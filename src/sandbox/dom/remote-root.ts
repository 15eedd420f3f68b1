import type { DomEvent, DomOp } from './dom-op.js'
import { LIMITS, ROOT_ID } from './dom-op.js'
import { showDrawing } from './worker-canvas.js'
import { classesOf } from './worker-document.js'
import { eventOf, isStopped } from './worker-events.js'
import { formStateOf, takeIn } from './worker-forms.js'
import { isMeasured, takeScroll, takeSize } from './worker-layout.js'
import type { DocumentWatcher, WorkerDocument, WorkerElement, WorkerNode } from './worker-node.js'
import { isElement, TEXT, watchers } from './worker-node.js'

const SVG = 'http://www.w3.org/2000/svg'

type SendOps = (ops: readonly DomOp[], transfer: Transferable[]) => void

export function openRemoteRoot(document: WorkerDocument, send: SendOps) {
  const classes = classesOf(document)
  const element = document.createElement('div')
  document.body.appendChild(element)
  const ids = new Map<WorkerNode, number>([[element, ROOT_ID]])
  const nodes = new Map<number, WorkerNode>([[ROOT_ID, element]])
  /**
   * Removed nodes. Only sent at the end of a turn, because React moves nodes by removing and inserting them.
   */
  const removed = new Set<WorkerNode>()
  let ops: DomOp[] = []
  let pictures: ImageBitmap[] = []
  let scheduled = false
  let lastId = ROOT_ID
  let rev = 0

  function push(op: DomOp): void {
    ops.push(op)
    if (scheduled) return
    scheduled = true
    queueMicrotask(flush)
  }

  function flush(): void {
    scheduled = false
    for (const node of removed) if (!element.contains(node)) forget(node)
    removed.clear()
    const batch = ops
    const transfer = pictures
    ops = []
    pictures = []
    for (let start = 0; start < batch.length; start += LIMITS.operations) {
      const part = batch.slice(start, start + LIMITS.operations)
      const used = transfer.filter(picture => part.some(op => op.op === 'picture' && op.picture === picture))
      send(part, used)
    }
  }

  function forget(top: WorkerNode): void {
    const id = ids.get(top)
    if (id === undefined) return
    const freed: number[] = []
    const drop = (node: WorkerNode) => {
      const known = ids.get(node)
      if (known !== undefined) {
        ids.delete(node)
        nodes.delete(known)
        freed.push(known)
      }
      for (const child of node.childNodes ?? []) drop(child)
    }
    drop(top)
    ops.push({ op: 'remove', id }, { op: 'forget', ids: freed })
  }

  function number(node: WorkerNode): number {
    lastId += 1
    ids.set(node, lastId)
    nodes.set(lastId, node)
    return lastId
  }

  function create(node: WorkerNode): number | undefined {
    if (node.nodeType === TEXT) {
      const id = number(node)
      push({ op: 'text', id, text: node.data ?? '' })
      return id
    }
    if (!isElement(node)) return undefined
    const id = number(node)
    const attributes = [...node.attributes].map(({ name, value }) => [name, value] as const)
    push({ op: 'element', id, name: node.localName, svg: node.namespaceURI === SVG, attributes })
    for (const child of node.childNodes ?? []) {
      const childId = create(child)
      if (childId !== undefined) push({ op: 'insert', id: childId, parent: id, before: null })
    }
    sendState(node, id)
    return id
  }

  /** Sends form state, after the content, because a select needs its options. */
  function sendState(node: WorkerElement, id: number): void {
    const { value, checked, indeterminate, selected } = formStateOf(node)
    if (value !== undefined) push({ op: 'form', id, name: 'value', value, rev })
    if (checked !== undefined) push({ op: 'form', id, name: 'checked', value: checked, rev })
    if (indeterminate) push({ op: 'form', id, name: 'indeterminate', value: true, rev })
    if (selected !== undefined) push({ op: 'form', id, name: 'selected', value: selected, rev })
    if (isMeasured(node)) push({ op: 'measure', id })
    showDrawing(node)
  }

  function insert(parent: WorkerNode, node: WorkerNode): void {
    const parentId = ids.get(parent)
    if (parentId === undefined) return
    const id = ids.get(node) ?? create(node)
    if (id === undefined) return
    // Later nodes of the same fragment have not been sent yet.
    let next = node.nextSibling
    while (next !== null && !ids.has(next)) next = next.nextSibling
    const before = next === null ? null : (ids.get(next) ?? null)
    push({ op: 'insert', id, parent: parentId, before })
  }

  const withId = (node: WorkerNode, then: (id: number) => void) => {
    const id = ids.get(node)
    if (id !== undefined) then(id)
  }

  const watcher: DocumentWatcher = {
    inserted: insert,
    removed(_, node) {
      withId(node, () => {
        removed.add(node)
        if (scheduled) return
        scheduled = true
        queueMicrotask(flush)
      })
    },
    attribute(node, name, value) {
      withId(node, id => {
        const last = ops.at(-1)
        // Each style property rewrites the whole attribute, so drop the previous operation.
        if (last?.op === 'attribute' && last.id === id && last.name === name) ops.pop()
        push({ op: 'attribute', id, name, value })
      })
    },
    text: (node, text) => withId(node, id => push({ op: 'text', id, text })),
    form: (node, name, value) => withId(node, id => push({ op: 'form', id, name, value, rev })),
    scroll: (node, name, value) => withId(node, id => push({ op: 'scroll', id, name, value })),
    call: (node, name, numbers) => withId(node, id => push({ op: 'call', id, name, numbers })),
    measure: node => withId(node, id => push({ op: 'measure', id })),
    picture(node, picture) {
      withId(node, id => {
        pictures.push(picture)
        push({ op: 'picture', id, picture })
      })
    },
  }

  function elementAt(id: number | null | undefined): WorkerElement | null {
    const node = typeof id === 'number' ? nodes.get(id) : undefined
    return node !== undefined && isElement(node) ? node : null
  }

  function receive(given: DomEvent): void {
    rev = Math.max(rev, given.rev)
    for (const rect of given.rects ?? []) {
      const measured = elementAt(rect[0])
      if (measured !== null) takeSize(measured, rect)
    }
    const target = elementAt(given.target)
    if (target === null || given.type === 'measure') return
    takeIn(target, given)
    if (given.scroll !== undefined) takeScroll(target, given.scroll)
    if (given.type === 'focusin') document.activeElement = target
    if (given.type === 'focusout') document.activeElement = document.body
    const relatedTarget = elementAt(given.relatedTarget)
    const event = eventOf(classes, given, { view: document.defaultView, relatedTarget })
    target.dispatchEvent(event)
    if (given.bubbles && !isStopped(event)) toWindow(event, target)
  }

  /** Forwards events to `window`, where drag handlers listen; events do not bubble to it here. */
  function toWindow(event: Event, target: WorkerElement): void {
    Object.defineProperty(event, 'target', { get: () => target, set: () => undefined })
    ;(document.defaultView as EventTarget).dispatchEvent(event)
  }

  watchers.add(watcher)
  return {
    // Cast for React, because the two types have little in common.
    element: element as unknown as Element,
    receive,
    dispose() {
      watchers.delete(watcher)
      ops = []
      for (const picture of pictures.splice(0)) picture.close()
      if (document.activeElement !== document.body && element.contains(document.activeElement))
        document.activeElement = document.body
      document.body.removeChild(element)
      ids.clear()
      nodes.clear()
      removed.clear()
    },
  }
}
