/**
 * What goes between the worker that renders and the frame that shows it: operations one way, events the other.
 * Both survive a structured clone.
 */

/** The number of the root element. The worker numbers the other nodes from 1 up and never uses a number twice. */
export const ROOT_ID = 0

/** What the frame takes in: a plugin can ask for more, but gets an error. */
export const LIMITS = {
  /** Operations of one batch. The worker splits what is longer. */
  operations: 20_000,
  /** Nodes shown at a time. */
  nodes: 50_000,
  /** Characters of a text, a value or an attribute. */
  text: 200_000,
  /** Characters of the name of an element or attribute. */
  name: 64,
  /** Attributes of a new element. */
  attributes: 200,
} as const

/** `value` and `checked`, but not `disabled`: that one is an attribute. */
export type FormProperty = 'value' | 'checked' | 'indeterminate' | 'selected'
export type ScrollProperty = 'scrollTop' | 'scrollLeft'

/** What an element does on request, with up to two numbers: `setSelectionRange(2, 5)`. */
export type ElementCall =
  | 'focus'
  | 'blur'
  | 'select'
  | 'scrollIntoView'
  | 'setSelectionRange'
  | 'setPointerCapture'
  | 'releasePointerCapture'

export type DomOp =
  | {
      readonly op: 'element'
      readonly id: number
      readonly name: string
      readonly svg: boolean
      readonly attributes: readonly (readonly [name: string, value: string])[]
    }
  | { readonly op: 'text'; readonly id: number; readonly text: string }
  /** Puts a node into a parent, in front of a sibling or at the end; one that is shown already is moved. */
  | {
      readonly op: 'insert'
      readonly id: number
      readonly parent: number
      readonly before: number | null
    }
  | { readonly op: 'remove'; readonly id: number }
  /** These nodes are no longer used: their numbers are freed. */
  | { readonly op: 'forget'; readonly ids: readonly number[] }
  | {
      readonly op: 'attribute'
      readonly id: number
      readonly name: string
      readonly value: string | null
    }
  /**
   * `rev` is that of the last event the worker had seen. What the user typed since then is newer: the frame
   * leaves out the operation, and the worker decides again when it sees that event.
   */
  | {
      readonly op: 'form'
      readonly id: number
      readonly name: FormProperty
      readonly value: string | boolean
      readonly rev: number
    }
  | {
      readonly op: 'scroll'
      readonly id: number
      readonly name: ScrollProperty
      readonly value: number
    }
  | {
      readonly op: 'call'
      readonly id: number
      readonly name: ElementCall
      readonly numbers: readonly number[]
    }
  /** The picture of a canvas; transferred. */
  | { readonly op: 'picture'; readonly id: number; readonly picture: ImageBitmap }
  /** Asks for a `measure` event now and whenever the size of the element changes. */
  | { readonly op: 'measure'; readonly id: number }

/** Where an element is within the frame, in CSS pixels. */
export type Rect = readonly [id: number, x: number, y: number, width: number, height: number]

/** A number or text that an event of the browser has under the same name. */
export type EventField = string | number | boolean | null

export interface DomEvent {
  /** Grows with every event of the frame. */
  readonly rev: number
  readonly target: number
  /** As in the browser, and `measure`. */
  readonly type: string
  readonly bubbles: boolean
  readonly relatedTarget?: number | null
  /** `key`, `clientX`, `pointerId`…: those of `EVENT_FIELDS` that the event has. */
  readonly fields: Readonly<Record<string, EventField>>
  /** State of the target at the time of the event. */
  readonly value?: string
  readonly checked?: boolean
  /** Indexes of the selected options of a `select`. */
  readonly selected?: readonly number[]
  readonly selection?: readonly [start: number, end: number]
  readonly scroll?: readonly [left: number, top: number]
  /** Of the target and of the elements around it that the worker has asked for. */
  readonly rects?: readonly Rect[]
}

/** Never the content of files or of the clipboard. */
export const EVENT_FIELDS: readonly string[] = [
  ...['key', 'code', 'location', 'repeat', 'isComposing', 'data', 'inputType'],
  ...['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'detail', 'button', 'buttons'],
  ...['clientX', 'clientY', 'offsetX', 'offsetY', 'movementX', 'movementY'],
  ...['pointerId', 'pointerType', 'pressure', 'isPrimary', 'deltaX', 'deltaY', 'deltaMode'],
  ...['animationName', 'propertyName', 'elapsedTime', 'newState', 'oldState'],
]
