/** Messages between the frame and the worker. All values must be structured-cloneable. */

/** Id of the root node. The worker numbers all other nodes from 1 and never reuses an id. */
export const ROOT_ID = 0

export const LIMITS = {
  /** Maximum number of operations per batch; the worker splits longer batches. */
  operations: 20_000,
  nodes: 50_000,
  /** Maximum length of text, values and attributes, characters. */
  text: 200_000,
  /** Maximum length of element and attribute names, characters. */
  name: 64,
  attributes: 200,
} as const

/** Form properties. `disabled` is handled as an attribute. */
export type FormProperty = 'value' | 'checked' | 'indeterminate' | 'selected'
export type ScrollProperty = 'scrollTop' | 'scrollLeft'

export const CALLS = [
  ...(['focus', 'blur', 'select', 'scrollIntoView'] as const),
  ...(['setSelectionRange', 'setPointerCapture', 'releasePointerCapture'] as const),
]
/** Element methods with up to two numeric arguments: `setSelectionRange(2, 5)`. */
export type ElementCall = (typeof CALLS)[number]

export type DomOp = Readonly<
  | { op: 'element'; id: number; name: string; svg: boolean; attributes: readonly Attribute[] }
  | { op: 'text'; id: number; text: string }
  /** Inserts a node before a sibling or at the end; moves it if it is already shown. */
  | { op: 'insert'; id: number; parent: number; before: number | null }
  | { op: 'remove'; id: number }
  | { op: 'forget'; ids: readonly number[] }
  | { op: 'attribute'; id: number; name: string; value: string | null }
  /**
   * `rev` is the last event that the worker has received. If the user has typed since, the operation is stale
   * and the worker sends a new one.
   */
  | { op: 'form'; id: number; name: FormProperty; value: string | boolean; rev: number }
  | { op: 'scroll'; id: number; name: ScrollProperty; value: number }
  | { op: 'call'; id: number; name: ElementCall; numbers: readonly number[] }
  | { op: 'picture'; id: number; picture: ImageBitmap }
  /** Requests a `measure` event now and whenever the size changes. */
  | { op: 'measure'; id: number }
>

type Attribute = readonly [name: string, value: string]

export type Rect = readonly [id: number, x: number, y: number, width: number, height: number]

export type EventField = string | number | boolean | null

export interface DomEvent {
  readonly rev: number
  readonly target: number
  /** Event type as in the browser, or `measure`. */
  readonly type: string
  readonly bubbles: boolean
  readonly relatedTarget?: number | null
  /** Values of the event's `EVENT_FIELDS`. */
  readonly fields: Readonly<Record<string, EventField>>
  readonly value?: string
  readonly checked?: boolean
  readonly selected?: readonly number[]
  readonly selection?: readonly [start: number, end: number]
  readonly scroll?: readonly [left: number, top: number]
  readonly rects?: readonly Rect[]
}

/** Event properties sent to the worker; file and clipboard contents are excluded. */
export const EVENT_FIELDS: readonly string[] = [
  ...['key', 'code', 'location', 'repeat', 'isComposing', 'data', 'inputType'],
  ...['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'detail', 'button', 'buttons'],
  ...['clientX', 'clientY', 'offsetX', 'offsetY', 'movementX', 'movementY'],
  ...['pointerId', 'pointerType', 'pressure', 'isPrimary', 'deltaX', 'deltaY', 'deltaMode'],
  ...['animationName', 'propertyName', 'elapsedTime', 'newState', 'oldState'],
]
