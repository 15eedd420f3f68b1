import type { DomEvent } from './dom-op.js'

type EventClass = new (type: string, init?: EventInit) => Event

const stopped = new WeakSet<object>()
export const isStopped = (event: object): boolean => stopped.has(event)

function withFields(base: EventClass): EventClass {
  return class extends base {
    constructor(type: string, init: EventInit = {}) {
      super(type, init)
      const { bubbles: _b, cancelable: _c, composed: _d, ...fields } = init
      Object.assign(this, fields)
    }
    override stopPropagation(): void {
      stopped.add(this)
      super.stopPropagation()
    }
    override stopImmediatePropagation(): void {
      stopped.add(this)
      super.stopImmediatePropagation()
    }
    getModifierState(key: string): boolean {
      const name = key === 'Control' ? 'ctrlKey' : `${key.toLowerCase()}Key`
      return Reflect.get(this, name) === true
    }
  }
}

const below = (base: EventClass): EventClass => class extends base {}

export type EventClasses = ReturnType<typeof eventClasses>

export function eventClasses(Base: EventClass) {
  const UIEvent = withFields(Base)
  const MouseEvent = below(UIEvent)
  return {
    UIEvent,
    MouseEvent,
    PointerEvent: below(MouseEvent),
    WheelEvent: below(MouseEvent),
    KeyboardEvent: below(UIEvent),
    InputEvent: below(UIEvent),
    FocusEvent: below(UIEvent),
    CompositionEvent: below(UIEvent),
    AnimationEvent: below(UIEvent),
    TransitionEvent: below(UIEvent),
  }
}

const CLASS_OF: readonly (readonly [RegExp, keyof EventClasses])[] = [
  [/^(pointer|gotpointer|lostpointer)/, 'PointerEvent'],
  [/^(mouse|click|dblclick|auxclick|contextmenu)/, 'MouseEvent'],
  [/^wheel/, 'WheelEvent'],
  [/^key/, 'KeyboardEvent'],
  [/^input/, 'InputEvent'],
  [/^focus/, 'FocusEvent'],
  [/^composition/, 'CompositionEvent'],
  [/^animation/, 'AnimationEvent'],
  [/^transition/, 'TransitionEvent'],
]

/**
 * Creates an event in the worker. `preventDefault()` has no effect here; the frame itself blocks form
 * submission and file drops.
 */
export function eventOf(classes: EventClasses, { type, bubbles, fields }: DomEvent, more: object): Event {
  const name = CLASS_OF.find(([pattern]) => pattern.test(type))?.[1] ?? 'UIEvent'
  const { clientX, clientY } = fields
  const page = clientX === undefined ? {} : { pageX: clientX, pageY: clientY, x: clientX, y: clientY }
  const init = { ...fields, ...page, ...more, bubbles, cancelable: true }
  return new classes[name](type, init)
}
