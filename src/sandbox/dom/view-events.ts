import type { DomEvent, EventField, Rect } from './dom-op.js'
import { EVENT_FIELDS, LIMITS } from './dom-op.js'

/** Events sent at most once per animation frame, so that the worker can keep up. */
const FREQUENT = ['pointermove', 'mousemove', 'wheel', 'scroll']

const TYPES = [
  ...FREQUENT,
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown', 'mouseup', 'mouseover', 'mouseout'],
  ...['pointerdown', 'pointerup', 'pointercancel', 'pointerover', 'pointerout'],
  ...['gotpointercapture', 'lostpointercapture', 'keydown', 'keyup', 'input', 'change', 'select'],
  ...['focusin', 'focusout', 'compositionstart', 'compositionupdate', 'compositionend'],
  ...['submit', 'reset', 'toggle', 'scrollend', 'load', 'error', 'animationend', 'transitionend'],
]

/** Events whose default action would leave the page or change state that the worker cannot see. */
const PREVENTED = ['submit', 'reset', 'dragover', 'drop']

const HAS_POSITION = /^(pointer|mouse|click|dblclick|auxclick|contextmenu|wheel)/

export interface ShownNodes {
  idOf(node: unknown): number | undefined
  isMeasured(element: Element): boolean
  changed(element: Element, rev: number): void
}

export function rectOf(id: number, element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [id, x, y, width, height]
}

const isCheckable = (element: Element) =>
  element.localName === 'input' && /^(checkbox|radio)$/.test(element.getAttribute('type') ?? '')

/**
 * Returns form state, only for the event that changes it. Otherwise, a `change` event after Enter would
 * restore cleared text.
 */
function stateOf(element: Element, type: string): Partial<DomEvent> {
  if (isCheckable(element)) return type === 'click' ? { checked: (element as HTMLInputElement).checked } : {}
  if (element.localName === 'select' && (type === 'input' || type === 'change')) {
    const options = [...(element as HTMLSelectElement).options]
    return { selected: options.flatMap((option, index) => (option.selected ? [index] : [])) }
  }
  if (element.localName !== 'input' && element.localName !== 'textarea') return {}
  return type === 'input' ? { value: (element as HTMLInputElement).value.slice(0, LIMITS.text) } : {}
}

/** Returns the text selection, except for number and color inputs, which have none. */
function selectionOf(element: Element): Partial<DomEvent> {
  if (element.localName !== 'input' && element.localName !== 'textarea') return {}
  const { selectionStart: start, selectionEnd: end } = element as HTMLInputElement
  return typeof start === 'number' && typeof end === 'number' ? { selection: [start, end] } : {}
}

function fieldsOf(event: Event): Readonly<Record<string, EventField>> {
  const fields: Record<string, EventField> = {}
  for (const name of EVENT_FIELDS) {
    const value: unknown = Reflect.get(event, name)
    if (typeof value === 'string') fields[name] = value.slice(0, LIMITS.text)
    else if (typeof value === 'boolean' || Number.isFinite(value)) fields[name] = value as EventField
  }
  return fields
}

function joined(earlier: DomEvent, later: DomEvent): DomEvent {
  if (later.type !== 'wheel' || earlier.target !== later.target) return later
  const sum = (name: string) => Number(earlier.fields[name] ?? 0) + Number(later.fields[name] ?? 0)
  return { ...later, fields: { ...later.fields, deltaX: sum('deltaX'), deltaY: sum('deltaY') } }
}

export function forwardEvents(
  root: HTMLElement,
  nodes: ShownNodes,
  send: (event: DomEvent) => void,
): { report(type: string, target: number, rects: readonly Rect[]): void; dispose(): void } {
  const waiting = new Map<string, DomEvent>()
  const window = root.ownerDocument.defaultView
  let rev = 0
  let frame: number | undefined

  function sendWaiting(): void {
    if (frame !== undefined) window?.cancelAnimationFrame(frame)
    frame = undefined
    const events = [...waiting.values()]
    waiting.clear()
    for (const event of events) send(event)
  }

  function shown(start: EventTarget | null): { element: Element; id: number } | undefined {
    for (let node = start as Node | null; node !== null; node = node.parentNode) {
      const id = nodes.idOf(node)
      if (id !== undefined && node.nodeType === 1) return { element: node as Element, id }
      if (node === root) return undefined
    }
    return undefined
  }

  function rectsAround(target: Element, id: number): readonly Rect[] {
    const rects = [rectOf(id, target)]
    for (
      let around = target.parentElement;
      around !== null && around !== root;
      around = around.parentElement
    ) {
      const aroundId = nodes.isMeasured(around) ? nodes.idOf(around) : undefined
      if (aroundId !== undefined) rects.push(rectOf(aroundId, around))
    }
    return rects
  }

  function heard(event: Event): void {
    const { type } = event
    if (PREVENTED.includes(type)) event.preventDefault()
    const target = shown(event.target)
    if (target === undefined || !TYPES.includes(type)) return
    const { element, id } = target
    rev += 1
    const state = stateOf(element, type)
    if (Object.keys(state).length > 0) nodes.changed(element, rev)
    const related = (event as Partial<MouseEvent>).relatedTarget
    const made: DomEvent = {
      rev,
      target: id,
      type,
      bubbles: event.bubbles,
      fields: fieldsOf(event),
      ...state,
      ...selectionOf(element),
      ...(related ? { relatedTarget: shown(related)?.id ?? null } : {}),
      ...(type === 'scroll' ? { scroll: [element.scrollLeft, element.scrollTop] } : {}),
      ...(HAS_POSITION.test(type) ? { rects: rectsAround(element, id) } : {}),
    }
    if (!FREQUENT.includes(type) || window === null) {
      sendWaiting()
      send(made)
      return
    }
    const earlier = waiting.get(type)
    waiting.delete(type)
    waiting.set(type, earlier === undefined ? made : joined(earlier, made))
    frame ??= window.requestAnimationFrame(sendWaiting)
  }

  const listened = [...TYPES, 'dragover', 'drop']
  // Capture phase: some events do not bubble, and another handler could stop propagation.
  for (const type of listened) root.addEventListener(type, heard, true)

  return {
    report(type, target, rects) {
      rev += 1
      send({ rev, target, type, bubbles: false, fields: {}, rects })
    },
    dispose() {
      for (const type of listened) root.removeEventListener(type, heard, true)
      if (frame !== undefined) window?.cancelAnimationFrame(frame)
      waiting.clear()
    },
  }
}
