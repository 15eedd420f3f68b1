/**
 * Renders a sandboxed screen. The worker is not trusted, so each operation is validated, and invalid
 * operations are ignored.
 */
import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { isAllowedAttribute, isAllowedElement } from './allowed.js'
import { CALLS, type DomEvent, type DomOp, LIMITS, ROOT_ID } from './dom-op.js'
import { forwardEvents, rectOf } from './view-events.js'

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

type Refusal = string | undefined
type Op<Name extends DomOp['op']> = Extract<DomOp, { op: Name }>

const NO_NODE = 'named a node that is not shown'

/** Methods that move focus or scroll the page. Only allowed while focus is in the frame. */
const MOVING: readonly string[] = ['focus', 'select', 'setSelectionRange', 'scrollIntoView']

export function showRemote(
  root: HTMLElement,
  send: (event: DomEvent) => void,
  refuse: (error: FretworkError) => void,
  mayMove: () => boolean = () => true,
) {
  const { ownerDocument: document } = root
  const nodes = new Map<number, Element | Text>([[ROOT_ID, root]])
  const ids = new WeakMap<object, number>([[root, ROOT_ID]])
  const measured = new WeakSet<Element>()
  const changes = new WeakMap<Element, number>()
  /** Empty form to look up property names, which an element’s id must not shadow. */
  const form = document.createElement('form')

  const events = forwardEvents(
    root,
    {
      idOf: node => ids.get(node as object),
      isMeasured: element => measured.has(element),
      changed: (element, rev) => changes.set(element, rev),
    },
    send,
  )

  const Observer = document.defaultView?.ResizeObserver
  const sizes =
    Observer &&
    new Observer(entries => {
      const rects = entries.flatMap(({ target }) => {
        const id = ids.get(target)
        return id === undefined ? [] : [rectOf(id, target)]
      })
      if (rects[0] !== undefined) events.report('measure', rects[0][0], rects)
    })

  function elementOf(id: number): Element | undefined {
    const node = nodes.get(id)
    return node?.nodeType === 1 ? (node as Element) : undefined
  }

  function add(id: number, node: Element | Text): void {
    nodes.set(id, node)
    ids.set(node, id)
  }

  function addElement({ id, name, svg, attributes }: Op<'element'>): Refusal {
    if (nodes.has(id)) return `used the number ${id} twice`
    if (nodes.size >= LIMITS.nodes) return `has more than ${LIMITS.nodes} elements and texts`
    if (!isAllowedElement(name, svg)) return `used the element “${name}”`
    const element = document.createElementNS(svg ? SVG : HTML, name)
    add(id, element)
    let refusal: Refusal
    for (const [attribute, value] of attributes)
      refusal = first(refusal, setAttribute(element, attribute, value))
    return refusal
  }

  function setAttribute(element: Element, name: string, value: string | null): Refusal {
    const attribute = name === 'xlink:href' ? 'href' : name
    if (value === null) {
      element.removeAttribute(attribute)
      return undefined
    }
    const { localName, namespaceURI } = element
    if (!isAllowedAttribute(localName, namespaceURI === SVG, name, value))
      return `used the attribute “${name}” of “${localName}”`
    if (name === 'id' && hides(value)) return `used the id “${value}”`
    // The page's CSP allows only styles set by code.
    if (name === 'style') (element as HTMLElement).style.cssText = value
    // Needed to group radio buttons. The prefix prevents the name from shadowing properties of a form or
    // document.
    else if (name === 'name') element.setAttribute(name, `plugin:${value}`)
    else element.setAttribute(attribute, value)
    return undefined
  }

  function hides(id: string): boolean {
    return id in form && typeof Reflect.get(form, id) !== 'string'
  }

  function setText({ id, text }: Op<'text'>): Refusal {
    const known = nodes.get(id)
    if (known === undefined) {
      if (nodes.size >= LIMITS.nodes) return `has more than ${LIMITS.nodes} elements and texts`
      add(id, document.createTextNode(text))
    } else if (known.nodeType === 3) (known as Text).data = text
    else return NO_NODE
    return undefined
  }

  function insert({ id, parent, before }: Op<'insert'>): Refusal {
    const node = nodes.get(id)
    const target = elementOf(parent)
    const next = before === null ? null : nodes.get(before)
    if (node === undefined || node === root || target === undefined || next === undefined) return NO_NODE
    if (next !== null && next.parentNode !== target) return NO_NODE
    target.insertBefore(node, next)
    return undefined
  }

  function remove({ id }: Op<'remove'>): Refusal {
    const node = nodes.get(id)
    if (node === undefined || node === root) return NO_NODE
    node.parentNode?.removeChild(node)
    return undefined
  }

  function forget({ ids: freed }: Op<'forget'>): Refusal {
    const gone: (Element | Text)[] = []
    for (const id of freed) {
      const node = nodes.get(id)
      if (node === undefined || node === root) continue
      if (node.nodeType === 1) sizes?.unobserve(node as Element)
      nodes.delete(id)
      ids.delete(node)
      gone.push(node)
    }
    // Nodes without an id are not counted, so none may remain as parents or children of nodes with an id.
    for (const node of gone) {
      if (node.parentNode !== null && ids.has(node.parentNode)) node.parentNode.removeChild(node)
      for (const child of [...node.childNodes]) if (ids.has(child)) node.removeChild(child)
    }
    return gone.length === freed.length ? undefined : NO_NODE
  }

  function setForm(element: Element, { name, value, rev }: Op<'form'>): Refusal {
    const changedOne = element.localName === 'option' ? element.closest('select') : element
    if (changedOne !== null && (changes.get(changedOne) ?? 0) > rev) return undefined
    const known = name === 'selected' ? ['option'] : ['input', 'textarea']
    if (!known.includes(element.localName)) return `set “${name}” of “${element.localName}”`
    if (Reflect.get(element, name) === value) return undefined
    const { selectionStart, selectionEnd } = element as HTMLInputElement
    Reflect.set(element, name, value)
    // Restore the caret, which a new value would move to the end.
    if (name === 'value' && typeof selectionStart === 'number' && document.activeElement === element)
      (element as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd)
    return undefined
  }

  function call(element: Element, { name, numbers }: Op<'call'>): Refusal {
    if (MOVING.includes(name) && !mayMove()) return undefined
    const method: unknown = Reflect.get(element, name)
    if (typeof method !== 'function') return `called “${name}” of “${element.localName}”`
    try {
      Reflect.apply(method, element, name.endsWith('PointerCapture') || numbers.length === 2 ? numbers : [])
    } catch (error) {
      // Ignore the error if the pointer was released in the meantime.
      if (!(name.endsWith('PointerCapture') && (error as Error).name === 'NotFoundError')) throw error
    }
    return undefined
  }

  function showPicture(element: Element, picture: ImageBitmap): Refusal {
    if (element.localName !== 'canvas') return 'sent a picture for an element that is not a canvas'
    const canvas = element as HTMLCanvasElement
    if (canvas.width !== picture.width) canvas.width = picture.width
    if (canvas.height !== picture.height) canvas.height = picture.height
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    return undefined
  }

  function perform(op: DomOp): Refusal {
    if (op.op === 'element') return addElement(op)
    if (op.op === 'text') return setText(op)
    if (op.op === 'insert') return insert(op)
    if (op.op === 'remove') return remove(op)
    if (op.op === 'forget') return forget(op)
    const element = elementOf(op.id)
    if (element === undefined) return NO_NODE
    switch (op.op) {
      case 'attribute':
        return element === root ? NO_NODE : setAttribute(element, op.name, op.value)
      case 'form':
        return setForm(element, op)
      case 'scroll':
        element[op.name] = op.value
        return undefined
      case 'call':
        return call(element, op)
      case 'picture':
        return showPicture(element, op.picture)
      case 'measure':
        measured.add(element)
        sizes?.observe(element)
        return undefined
    }
  }

  function attempt(input: unknown): Refusal {
    const op = readOp(input)
    if (op === undefined) return 'sent something else than an operation'
    try {
      return perform(op)
    } catch (error) {
      return `sent an operation that failed: ${messageOf(error)}`
    }
  }

  return {
    /** Applies all valid operations, and reports the first invalid one. */
    apply(ops: unknown) {
      if (nodes.size === 0) return
      let refusal: Refusal
      if (!Array.isArray(ops)) refusal = 'sent invalid operations'
      else if (ops.length > LIMITS.operations)
        refusal = `sent more than ${LIMITS.operations} operations in one message`
      else for (const op of ops) refusal = first(refusal, attempt(op))
      if (refusal === undefined) return
      refuse(
        new FretworkError(
          'apart_dom_refused',
          `The plugin’s screen ${refusal}, which isn’t allowed in the sandbox. Change the screen, or run the plugin with full access.`,
        ),
      )
    },
    dispose() {
      events.dispose()
      sizes?.disconnect()
      root.replaceChildren()
      nodes.clear()
    },
  }
}

const first = (earlier: Refusal, later: Refusal): Refusal => earlier ?? later

/** Validates untrusted operations. */

type Fields = Readonly<Record<string, unknown>>

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isText = (value: unknown, limit: number = LIMITS.text): value is string =>
  typeof value === 'string' && value.length <= limit
const isName = (value: unknown): value is string =>
  isText(value, LIMITS.name) && /^[A-Za-z_][\w:.-]*$/.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isAttribute = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isName(value[0]) && isText(value[1])
const oneOf = (value: unknown, names: readonly string[]): boolean => names.includes(value as string)

const FLAGS = ['checked', 'indeterminate', 'selected']

const CHECKS: Readonly<Record<DomOp['op'], (fields: Fields) => boolean>> = {
  element: ({ name, svg, attributes }) =>
    isName(name) &&
    typeof svg === 'boolean' &&
    Array.isArray(attributes) &&
    attributes.length <= LIMITS.attributes &&
    attributes.every(isAttribute),
  text: ({ text }) => isText(text),
  insert: ({ parent, before }) => isId(parent) && (before === null || isId(before)),
  remove: () => true,
  forget: ({ ids }) => Array.isArray(ids) && ids.length <= LIMITS.nodes && ids.every(isId),
  attribute: ({ name, value }) => isName(name) && (value === null || isText(value)),
  form: ({ name, value, rev }) =>
    isId(rev) && (name === 'value' ? isText(value) : oneOf(name, FLAGS) && typeof value === 'boolean'),
  scroll: ({ name, value }) => oneOf(name, ['scrollTop', 'scrollLeft']) && isNumber(value),
  call: ({ name, numbers }) =>
    oneOf(name, CALLS) && Array.isArray(numbers) && numbers.length <= 2 && numbers.every(isNumber),
  picture: ({ picture }) =>
    typeof picture === 'object' &&
    picture !== null &&
    Object.prototype.toString.call(picture) === '[object ImageBitmap]',
  measure: () => true,
}

function readOp(input: unknown): DomOp | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const fields = input as Fields
  const { op, id } = fields
  if (typeof op !== 'string' || !Object.hasOwn(CHECKS, op)) return undefined
  if (op !== 'forget' && !isId(id)) return undefined
  return CHECKS[op as DomOp['op']](fields) ? (input as DomOp) : undefined
}
