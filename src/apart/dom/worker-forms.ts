/** React tracks `value` and `checked` by the property of the prototype. */
import type { DomEvent, FormProperty } from './dom-op.js'
import type { WorkerElement } from './worker-node.js'
import { defineOn, eachWatcher } from './worker-node.js'

/** What was set or typed; otherwise the attributes count. */
interface FormState {
  value?: string
  checked?: boolean
  indeterminate?: boolean
  selected?: boolean
  selection?: readonly [number, number]
}

const states = new WeakMap<WorkerElement, FormState>()

export function formStateOf(element: WorkerElement): FormState {
  const known = states.get(element) ?? {}
  states.set(element, known)
  return known
}

const optionsOf = (select: WorkerElement) => select.querySelectorAll('option')
const optionValue = (option: WorkerElement) => option.getAttribute('value') ?? option.textContent ?? ''
const optionSelected = (option: WorkerElement) =>
  formStateOf(option).selected ?? option.hasAttribute('selected')

function selectOf(option: WorkerElement): WorkerElement | undefined {
  let around = option.parentNode
  while (around !== null && (around as WorkerElement).localName !== 'select') around = around.parentNode
  return (around as WorkerElement | null) ?? undefined
}

function selectedOptions(select: WorkerElement): readonly WorkerElement[] {
  const options = optionsOf(select)
  const selected = options.filter(optionSelected)
  if (select.hasAttribute('multiple')) return selected
  // The last that was selected, or the first that can be.
  return [selected.at(-1) ?? options.find(option => !option.hasAttribute('disabled'))].filter(
    option => option !== undefined,
  )
}

function setForm(element: WorkerElement, name: FormProperty, value: string | boolean, before: unknown): void {
  Object.assign(formStateOf(element), { [name]: value })
  if (value !== before) eachWatcher(watcher => watcher.form(element, name, value))
}

function selectOption(option: WorkerElement, selected: boolean): void {
  const select = selectOf(option)
  if (selected && select !== undefined && !select.hasAttribute('multiple')) {
    for (const other of optionsOf(select)) if (other !== option) formStateOf(other).selected = false
  }
  setForm(option, 'selected', selected, formStateOf(option).selected)
}

function currentValue(element: WorkerElement): string {
  switch (element.localName) {
    case 'select': {
      const [first] = selectedOptions(element)
      return first === undefined ? '' : optionValue(first)
    }
    case 'option':
      return optionValue(element)
    case 'textarea':
      return formStateOf(element).value ?? element.textContent ?? ''
    default:
      return formStateOf(element).value ?? element.getAttribute('value') ?? defaultValue(element)
  }
}

const isCheckable = (element: WorkerElement) => /^(checkbox|radio)$/.test(element.getAttribute('type') ?? '')
const defaultValue = (element: WorkerElement) => (isCheckable(element) ? 'on' : '')

function setValue(element: WorkerElement, given: unknown): void {
  const value = given === null ? '' : String(given)
  if (element.localName === 'select') {
    for (const option of optionsOf(element)) selectOption(option, optionValue(option) === value)
  } else if (element.localName === 'input' || element.localName === 'textarea') {
    // The value of a box is its attribute, as in a browser.
    if (isCheckable(element)) element.setAttribute('value', value)
    else setForm(element, 'value', value, currentValue(element))
  } else element.setAttribute('value', value)
}

/** Watchers need not know: the frame shows it already. */
export function takeIn(element: WorkerElement, { value, checked, selected, selection }: DomEvent): void {
  const state = formStateOf(element)
  if (selected !== undefined) {
    for (const [index, option] of optionsOf(element).entries())
      formStateOf(option).selected = selected.includes(index)
  } else if (value !== undefined && !isCheckable(element)) state.value = value
  if (checked !== undefined) {
    state.checked = checked
    if (checked && element.getAttribute('type') === 'radio') uncheckOthers(element)
  }
  if (selection !== undefined) state.selection = selection
}

function uncheckOthers(radio: WorkerElement): void {
  let top: WorkerElement = radio
  while (top.parentNode !== null && top.localName !== 'form') top = top.parentNode as WorkerElement
  const name = radio.getAttribute('name')
  if (name === null) return
  for (const other of top.querySelectorAll('input'))
    if (other !== radio && other.getAttribute('type') === 'radio' && other.getAttribute('name') === name)
      formStateOf(other).checked = false
}

const reflected = (attribute: string): PropertyDescriptor => ({
  get(this: WorkerElement) {
    return this.getAttribute(attribute) ?? ''
  },
  set(this: WorkerElement, value: unknown) {
    this.setAttribute(attribute, String(value))
  },
})

const flag = (attribute: string): PropertyDescriptor => ({
  get(this: WorkerElement) {
    return this.hasAttribute(attribute)
  },
  set(this: WorkerElement, on: unknown) {
    if (on) this.setAttribute(attribute, '')
    else this.removeAttribute(attribute)
  },
})

const boolean = (
  name: 'checked' | 'indeterminate',
  initially: (element: WorkerElement) => boolean,
): PropertyDescriptor => ({
  get(this: WorkerElement) {
    return formStateOf(this)[name] ?? initially(this)
  },
  set(this: WorkerElement, on: unknown) {
    setForm(this, name, Boolean(on), formStateOf(this)[name] ?? initially(this))
  },
})

const inputType: PropertyDescriptor = {
  ...reflected('type'),
  get(this: WorkerElement) {
    return this.getAttribute('type') ?? (this.localName === 'input' ? 'text' : '')
  },
}

const initialValue: PropertyDescriptor = {
  get(this: WorkerElement) {
    return (this.localName === 'textarea' ? this.textContent : this.getAttribute('value')) ?? ''
  },
  set(this: WorkerElement, value: unknown) {
    if (this.localName === 'textarea') this.textContent = String(value)
    else this.setAttribute('value', String(value))
  },
}

const selectionAt = (index: 0 | 1): PropertyDescriptor => ({
  get(this: WorkerElement) {
    if (this.localName !== 'textarea' && (this.localName !== 'input' || isCheckable(this))) return null
    return formStateOf(this).selection?.[index] ?? currentValue(this).length
  },
  set(this: WorkerElement, at: number) {
    const [start, end] = formStateOf(this).selection ?? [0, 0]
    setSelection(this, index === 0 ? at : start, index === 1 ? at : end)
  },
})

function setSelection(element: WorkerElement, start: number, end: number): void {
  formStateOf(element).selection = [start, end]
  eachWatcher(watcher => watcher.call(element, 'setSelectionRange', [start, end]))
}

const REFLECTED = {
  ...{ className: 'class', htmlFor: 'for', name: 'name', title: 'title', lang: 'lang', dir: 'dir' },
  ...{
    placeholder: 'placeholder',
    min: 'min',
    max: 'max',
    step: 'step',
    src: 'src',
    alt: 'alt',
    role: 'role',
  },
} as const

const FLAGS = {
  ...{ disabled: 'disabled', multiple: 'multiple', required: 'required', readOnly: 'readonly' },
  ...{ hidden: 'hidden', open: 'open', defaultChecked: 'checked', defaultSelected: 'selected' },
} as const

export function addForms(prototype: object): void {
  for (const [name, attribute] of Object.entries(REFLECTED))
    defineOn(prototype, { [name]: reflected(attribute) })
  for (const [name, attribute] of Object.entries(FLAGS)) defineOn(prototype, { [name]: flag(attribute) })
  defineOn(prototype, {
    type: inputType,
    value: {
      get(this: WorkerElement) {
        return currentValue(this)
      },
      set(this: WorkerElement, value: unknown) {
        setValue(this, value)
      },
    },
    defaultValue: initialValue,
    checked: boolean('checked', element => element.hasAttribute('checked')),
    indeterminate: boolean('indeterminate', () => false),
    selected: {
      get(this: WorkerElement) {
        const select = selectOf(this)
        return select === undefined ? optionSelected(this) : selectedOptions(select).includes(this)
      },
      set(this: WorkerElement, on: unknown) {
        selectOption(this, Boolean(on))
      },
    },
    options: {
      get(this: WorkerElement) {
        return this.localName === 'select' ? optionsOf(this) : undefined
      },
    },
    selectedOptions: {
      get(this: WorkerElement) {
        return selectedOptions(this)
      },
    },
    selectedIndex: {
      get(this: WorkerElement) {
        const [first] = selectedOptions(this)
        return first === undefined ? -1 : optionsOf(this).indexOf(first)
      },
      set(this: WorkerElement, index: number) {
        for (const [at, option] of optionsOf(this).entries()) selectOption(option, at === index)
      },
    },
    selectionStart: selectionAt(0),
    selectionEnd: selectionAt(1),
    setSelectionRange: {
      writable: true,
      value(this: WorkerElement, start: number, end: number) {
        setSelection(this, start, end)
      },
    },
  })
}
