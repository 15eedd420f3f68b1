import { issueSentence } from '../../../core/platform/issue-sentence.js'
import { FINE_HALF } from '../../../music/midi/controller-names.js'
import { type Binding, bindingSchema } from '../settings.js'

/** If several mappings use the same control, only the first one counts. */
export function readBindings(stored: readonly unknown[]) {
  const bindings: Binding[] = []
  const complaints: string[] = []
  for (const [index, each] of stored.entries()) {
    const { data, error } = bindingSchema.safeParse(each)
    const twice = data && clashesOf(data, bindings).length > 0
    if (data && !twice) bindings.push(data)
    else complaints.push(`number ${index + 1}: ${twice ? 'its control is already mapped' : why(error)}`)
  }
  return { bindings, complaints }
}

function why(error: ReturnType<typeof bindingSchema.safeParse>['error']): string {
  const issue = error?.issues[0]
  return `${issue?.path.join('.') || 'the whole entry'}: ${issueSentence(issue)}`
}

export function bindingKey({ kind, channel, number, port }: Omit<Binding, 'command' | 'keeps'>): string {
  return `${kind}:${channel}:${number}:${port?.id ?? ''}`
}

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

export function numbersOf({ number, fine }: Pick<Binding, 'number' | 'fine'>): readonly number[] {
  return fine ? [number, number + FINE_HALF] : [number]
}

/** Keeps unreadable mappings, which a newer version may support. */
export function without(stored: readonly unknown[], bindings: readonly Binding[]): readonly unknown[] {
  const gone = new Set(bindings.map(bindingKey))
  return stored.filter(each => {
    const { data } = bindingSchema.safeParse(each)
    return !data || !gone.has(bindingKey(data))
  })
}

export function withBinding(stored: readonly unknown[], binding: Binding): readonly unknown[] {
  const { bindings } = readBindings(stored)
  return [...without(stored, clashesOf(binding, bindings)), binding]
}
