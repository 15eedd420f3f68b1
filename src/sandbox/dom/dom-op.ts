/** Messages in both directions, which must survive a structured clone. */

/** Number of the root; the worker numbers other nodes from 1 and never reuses a number. */
export const ROOT_ID = 0

export const LIMITS = {
  /** Maximum operations per batch; the worker splits longer batches. */
  operations: 20_000,
  nodes: 50_000,
  /** Maximum length of a text, a value or an attribute, characters. */
  text: 200_000,
  /** Maximum length of the name of an element or attribute, characters. */
  name: 64,
  attributes: 200,
} as const

/** Form properties; `disabled` is an attribute. */
export type FormProperty = 'value' | 'checked' | 'indeterminate' | 'selected'
export type ScrollProperty = 'scrollTop' | 'scrollLeft'

export const CALLS = [
  ...(['focus', 'blur', 'select', 'scrollIntoView'] as const),
  ...(['setSelectionRange', 'setPointerCapture', 'releasePointerCapture'] as const),
]
/** Calls with up to two numbers: `setSelectionRange(2, 5)`. */
export type ElementCall = (typeof CALLS)[number]

export type DomOp = Readonly<
  | { op: 'element'; id: number; name: string; svg: boolean; attributes: readonly Attribute[] }
  | { op: 'text'; id: number; text: string }
  /** Inserts a node before a sibling or at the end; a node that is already shown is moved. */
  | { op: 'insert'; id: number; parent: number; before: number | null }
  | { op: 'remove'; id: number }
  | { op: 'forget'; ids: readonly number[] }
  | { op: 'attribute'; id: number; name: string; value: string | null }
  /**
   * `rev` is the last event that the worker has received: if the user has typed since, the worker decides
   * again.
   */
  | { op: 'form'; id: number; name: FormProperty; value: string | boolean; rev: number }
  | { op: 'scroll'; id: number; name: ScrollProperty; value: number }
  | { op: 'call'; id: number; name: ElementCall; numbers: readonly number[] }
  | { op: 'picture'; id: number; picture: ImageBitmap }
  /** Requests a `measure` event now and after each change of size. */
  | { op: 'measure'; id: number }
>

type Attribute = readonly [name: string, value: string]

export type Rect = readonly [id: number, x: number, y: number, width: number, height: number]

export type EventField = string | number | boolean | null

export interface DomEvent {
  readonly rev: number
  readonly target: number
  /** Type of a browser event, or `measure`. */
  readonly type: string
  readonly bubbles: boolean
  readonly relatedTarget?: number | null
  /** The `EVENT_FIELDS` of this event. */
  readonly fields: Readonly<Record<string, EventField>>
  readonly value?: string
  readonly checked?: boolean
  readonly selected?: readonly number[]
  readonly selection?: readonly [start: number, end: number]
  readonly scroll?: readonly [left: number, top: number]
  readonly rects?: readonly Rect[]
}

/** Excludes contents of files and of the clipboard. */
export const EVENT_FIELDS: readonly string[] = [
  ...['key', 'code', 'location', 'repeat', 'isComposing', 'data', 'inputType'],
  ...['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'detail', 'button', 'buttons'],
  ...['clientX', 'clientY', 'offsetX', 'offsetY', 'movementX', 'movementY'],
  ...['pointerId', 'pointerType', 'pressure', 'isPrimary', 'deltaX', 'deltaY', 'deltaMode'],
  ...['animationName', 'propertyName', 'elapsedTime', 'newState', 'oldState'],
]
