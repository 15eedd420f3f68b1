/** Form properties, defined on the prototype, because React tracks `value` and `checked` there. */
import type { DomEvent, FormProperty } from './dom-op.js'
import type { WorkerElement } from './worker-node.js'
import { defineOn, eachWatcher, method, property } from './worker-node.js'

/** Form values set by a script or the user; missing values default to the attributes. */
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
  // The last selected option, otherwise the first enabled one.
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
  if (selected && select !== undefined && !select.hasAttribute('multiple'))
    for (const other of optionsOf(select)) if (other !== option) formStateOf(other).selected = false
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
    if (isCheckable(element)) element.setAttribute('value', value)
    else setForm(element, 'value', value, currentValue(element))
  } else element.setAttribute('value', value)
}

/** Updates form state from an event. Does not notify watchers, because the frame already shows the state. */
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

const reflected = (attribute: string) =>
  property(
    element => element.getAttribute(attribute) ?? '',
    (element, value) => element.setAttribute(attribute, String(value)),
  )

const flag = (attribute: string) =>
  property(
    element => element.hasAttribute(attribute),
    (element, on) => {
      if (on) element.setAttribute(attribute, '')
      else element.removeAttribute(attribute)
    },
  )

function boolean(name: 'checked' | 'indeterminate', initially: (element: WorkerElement) => boolean) {
  const isOn = (element: WorkerElement) => formStateOf(element)[name] ?? initially(element)
  return property(isOn, (element, on) => setForm(element, name, Boolean(on), isOn(element)))
}

const inputType: PropertyDescriptor = {
  ...reflected('type'),
  get: property(element => element.getAttribute('type') ?? (element.localName === 'input' ? 'text' : '')).get,
}

const initialValue = property(
  element => (element.localName === 'textarea' ? element.textContent : element.getAttribute('value')) ?? '',
  (element, value) => {
    if (element.localName === 'textarea') element.textContent = String(value)
    else element.setAttribute('value', String(value))
  },
)

const selectionAt = (index: 0 | 1) =>
  property(
    element => {
      const isText = element.localName === 'input' && !isCheckable(element)
      if (element.localName !== 'textarea' && !isText) return null
      return formStateOf(element).selection?.[index] ?? currentValue(element).length
    },
    (element, at) => {
      const [start, end] = formStateOf(element).selection ?? [0, 0]
      setSelection(element, index === 0 ? at : start, index === 1 ? at : end)
    },
  )

function setSelection(element: WorkerElement, start: number, end: number): void {
  formStateOf(element).selection = [start, end]
  eachWatcher(watcher => watcher.call(element, 'setSelectionRange', [start, end]))
}

const REFLECTED = {
  ...{ className: 'class', htmlFor: 'for', name: 'name', title: 'title', lang: 'lang', dir: 'dir' },
  ...{ placeholder: 'placeholder', min: 'min', max: 'max', step: 'step', src: 'src', alt: 'alt' },
  role: 'role',
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
    value: property(currentValue, setValue),
    defaultValue: initialValue,
    checked: boolean('checked', element => element.hasAttribute('checked')),
    indeterminate: boolean('indeterminate', () => false),
    selected: property(
      option => {
        const select = selectOf(option)
        return select === undefined ? optionSelected(option) : selectedOptions(select).includes(option)
      },
      (option, on) => selectOption(option, Boolean(on)),
    ),
    options: property(element => (element.localName === 'select' ? optionsOf(element) : undefined)),
    selectedOptions: property(selectedOptions),
    selectedIndex: property(
      select => {
        const [first] = selectedOptions(select)
        return first === undefined ? -1 : optionsOf(select).indexOf(first)
      },
      (select, index) => {
        for (const [at, option] of optionsOf(select).entries()) selectOption(option, at === index)
      },
    ),
    selectionStart: selectionAt(0),
    selectionEnd: selectionAt(1),
    setSelectionRange: method(setSelection),
  })
}
