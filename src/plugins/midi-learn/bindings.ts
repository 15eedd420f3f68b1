/** The list of bindings: reading what is stored, and changing it without losing what cannot be read. */

import { FINE_HALF } from '../../core/music/midi/controllers.js'
import { issueSentence } from '../../core/platform/issue-sentence.js'
import { type Binding, bindingSchema } from './settings.js'

interface BindingReading {
  readonly bindings: readonly Binding[]
  /** Why others are left out, in English for the log. */
  readonly complaints: readonly string[]
}

/** A control that was stored twice, by hand, runs what it was bound to first. */
export function readBindings(stored: readonly unknown[]): BindingReading {
  const bindings: Binding[] = []
  const complaints: string[] = []
  for (const [index, each] of stored.entries()) {
    const { data, error } = bindingSchema.safeParse(each)
    const twice = data && clashesOf(data, bindings).length > 0
    if (data && !twice) bindings.push(data)
    else complaints.push(`number ${index + 1}: ${twice ? 'its control is bound already' : why(error)}`)
  }
  return { bindings, complaints }
}

function why(error: Parameters<typeof issueOf>[0]): string {
  const issue = issueOf(error)
  return `${issue?.path.join('.') || 'all of it'}: ${issueSentence(issue)}`
}

function issueOf(error: ReturnType<typeof bindingSchema.safeParse>['error']) {
  return error?.issues[0]
}

/** Names a binding by its control: no two that are in force have the same. */
export function bindingKey({ kind, channel, number, port }: Omit<Binding, 'command' | 'keeps'>): string {
  return `${kind}:${channel}:${number}:${port?.id ?? ''}`
}

/** Those among others that the same message would run. */
export function clashesOf(
  { kind, channel, number, fine, port }: Omit<Binding, 'command' | 'keeps'>,
  among: readonly Binding[],
): readonly Binding[] {
  const numbers = numbersOf({ number, fine })
  return among.filter(
    other =>
      other.kind === kind &&
      other.channel === channel &&
      numbersOf(other).some(each => numbers.includes(each)) &&
      (!port || !other.port || other.port.id === port.id),
  )
}

/** A controller of 14 bits is two of them. */
function numbersOf({ number, fine }: Pick<Binding, 'number' | 'fine'>): readonly number[] {
  return fine ? [number, number + FINE_HALF] : [number]
}

/** The stored list without some bindings. What cannot be read stays: a newer version may know what it is. */
export function without(stored: readonly unknown[], bindings: readonly Binding[]): readonly unknown[] {
  const gone = new Set(bindings.map(bindingKey))
  return stored.filter(each => {
    const { data } = bindingSchema.safeParse(each)
    return !data || !gone.has(bindingKey(data))
  })
}

/** The stored list with a binding in the place of those that it clashes with. */
export function withBinding(stored: readonly unknown[], binding: Binding): readonly unknown[] {
  const { bindings } = readBindings(stored)
  return [...without(stored, clashesOf(binding, bindings)), binding]
}
