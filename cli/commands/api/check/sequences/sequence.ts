/**
 * Calls that build on each other, as data: what was made can be read, a change is seen, what was deleted is gone, and
 * others see what they may and no more.
 */
import type { ErrorCode } from '../../../../../src/core/api/errors.js'

/** JSON in which a text such as `{song}`, or `{song}` within a text, is a value kept by an earlier step. */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [name: string]: Template }

export type Fields = Readonly<Record<string, Template>>

/** `kept:NAME`: a session whose access token an earlier step has kept. */
export type Caller = 'first' | 'second' | 'stranger' | 'admin' | 'anonymous' | `kept:${string}`

/**
 * What an answer has to say. Paths are names and numbers with dots, `items.0.id`; `items.id={song}.name` is about the
 * item with that id; an empty path is all of it.
 */
export type Expectation =
  | { readonly at: string; readonly is: Template }
  /** A list with an item that has these fields. */
  | { readonly at: string; readonly has: Fields }
  /** A list without such an item. */
  | { readonly at: string; readonly lacks: Fields }
  | { readonly at: string; readonly count: number }
  | { readonly at: string; readonly missing: true }

export interface Step {
  /** Of the contract. */
  readonly call: string
  readonly by: Caller
  /** What is shown by it, as a sentence: `a renamed group is listed by its new name`. */
  readonly what: string
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: Template
  /** It is to be refused, with one of these. */
  readonly refused?: readonly ErrorCode[]
  readonly expect?: readonly Expectation[]
  /** Values of the answer for later steps, by their paths. */
  readonly keep?: Readonly<Record<string, string>>
  /** The call names something that only its owner may use: before, a stranger and another tenant’s user try it. */
  readonly owned?: true
  /** The answer has new tokens for this person, whose session has ended. */
  readonly renews?: 'stranger'
}

export interface Sequence {
  readonly name: string
  /** Names of values that are made up: ids of version 4, and keys that are used once. */
  readonly fresh?: readonly string[]
  readonly steps: readonly Step[]
}

/** @throws RangeError where it names what no step has kept */
export function filled(template: Template, kept: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(template)) return template.map(each => filled(each, kept))
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(
      Object.entries(template).map(([name, each]) => [filledText(name, kept), filled(each, kept)]),
    )
  return typeof template === 'string' ? filledText(template, kept) : template
}

/** A text that is nothing but one name becomes the value itself, which may be a number. */
function filledText(text: string, kept: ReadonlyMap<string, unknown>): unknown {
  const keptAs = (name: string): unknown => {
    if (kept.has(name)) return kept.get(name)
    throw new RangeError(`No earlier step has kept "${name}".`)
  }
  const whole = /^\{([\w.]+)\}$/.exec(text)?.[1]
  if (whole !== undefined) return keptAs(whole)
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) => String(keptAs(name)))
}
