import type { WorkerElement } from './worker-node.js'
import { defineOn, property } from './worker-node.js'

const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const cssName = (name: string): string =>
  name === 'cssFloat' ? 'float' : name.startsWith('--') ? name : dashed(name)

/** Splits CSS into declarations, but not within parentheses or quotes: `url("data:image/png;base64,…")`. */
const declarations = (text: string): readonly string[] =>
  text.match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+/g) ?? []

class WorkerStyle {
  readonly #element: WorkerElement
  constructor(element: WorkerElement) {
    this.#element = element
  }

  #read(): Map<string, string> {
    const values = new Map<string, string>()
    for (const declaration of declarations(this.cssText)) {
      const colon = declaration.indexOf(':')
      if (colon > 0) values.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
    }
    return values
  }

  #write(values: ReadonlyMap<string, string>): void {
    this.cssText = [...values].map(([name, value]) => `${name}: ${value};`).join(' ')
  }

  get cssText(): string {
    return this.#element.getAttribute('style') ?? ''
  }
  set cssText(text: string) {
    this.#element.setAttribute('style', String(text))
  }
  get length(): number {
    return this.#read().size
  }
  getPropertyValue(name: string): string {
    return (this.#read().get(name) ?? '').replace(/\s*!important$/, '')
  }
  setProperty(name: string, value: unknown, priority = ''): void {
    const values = this.#read()
    const text = value === null || value === undefined ? '' : String(value)
    // Reject values with a second declaration, which would set another property.
    if (/[;{}]/.test(text.replace(/"[^"]*"|'[^']*'|\([^)]*\)/g, ''))) return
    if (text === '') values.delete(name)
    else values.set(name, priority === '' ? text : `${text} !${priority}`)
    this.#write(values)
  }
  removeProperty(name: string): string {
    const before = this.getPropertyValue(name)
    this.setProperty(name, '')
    return before
  }
}

function styleOf(element: WorkerElement): object {
  const style = new WorkerStyle(element)
  return new Proxy(style, {
    // Always true, because React checks whether the browser supports `animation`.
    has: () => true,
    get(_, name) {
      const own = Reflect.get(style, name, style)
      if (typeof own === 'function') return own.bind(style)
      return own !== undefined || typeof name === 'symbol' ? own : style.getPropertyValue(cssName(name))
    },
    set(_, name, value) {
      if (name === 'cssText') style.cssText = value
      else if (typeof name === 'string') style.setProperty(cssName(name), value)
      return true
    },
  })
}

class ClassList {
  readonly #element: WorkerElement
  constructor(element: WorkerElement) {
    this.#element = element
  }
  #change(change: (names: Set<string>) => void): void {
    const names = new Set(this)
    change(names)
    this.#element.setAttribute('class', [...names].join(' '))
  }
  [Symbol.iterator](): Iterator<string> {
    return (this.#element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean)[Symbol.iterator]()
  }
  contains(name: string): boolean {
    return [...this].includes(name)
  }
  add(...added: readonly string[]): void {
    this.#change(names => {
      for (const name of added) names.add(name)
    })
  }
  remove(...removed: readonly string[]): void {
    this.#change(names => {
      for (const name of removed) names.delete(name)
    })
  }
  toggle(name: string, force = !this.contains(name)): boolean {
    if (force) this.add(name)
    else this.remove(name)
    return force
  }
}

function datasetOf(element: WorkerElement): object {
  const attribute = (name: string | symbol) => `data-${dashed(String(name))}`
  return new Proxy({} as Record<string, string>, {
    has: (_, name) => element.hasAttribute(attribute(name)),
    get: (_, name) => element.getAttribute(attribute(name)) ?? undefined,
    set(_, name, value) {
      element.setAttribute(attribute(name), String(value))
      return true
    },
    deleteProperty(_, name) {
      element.removeAttribute(attribute(name))
      return true
    },
  })
}

function view(make: (element: WorkerElement) => object): PropertyDescriptor {
  const made = new WeakMap<WorkerElement, object>()
  return property(element => {
    const known = made.get(element) ?? make(element)
    made.set(element, known)
    return known
  })
}

export function addStyles(prototype: object): void {
  defineOn(prototype, {
    style: view(styleOf),
    classList: view(element => new ClassList(element)),
    dataset: view(datasetOf),
  })
}
