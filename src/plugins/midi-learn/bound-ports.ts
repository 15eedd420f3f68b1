/** The id of an input changes from socket to socket, its names do not. */
import type { InputPort } from '../midi-io/tokens.js'

export class BoundPorts {
  private inputs: readonly InputPort[] = []
  /** Other inputs of the same names, connected at the same time, by id. */
  private readonly twins = new Map<string, Set<string>>()

  take(inputs: readonly InputPort[]): void {
    if (inputs === this.inputs) return
    this.inputs = inputs
    for (const input of inputs) {
      for (const other of inputs) {
        if (other.id === input.id || !isAlike(other, input)) continue
        this.twins.set(input.id, (this.twins.get(input.id) ?? new Set()).add(other.id))
      }
    }
  }

  isThere({ id }: InputPort): boolean {
    return this.inputs.some(input => input.id === id)
  }

  idOf(port: InputPort): string {
    if (this.isThere(port)) return port.id
    const twins = this.twins.get(port.id)
    return this.inputs.find(input => isAlike(input, port) && !twins?.has(input.id))?.id ?? port.id
  }
}

/** Ids of inputs that were connected or disconnected; those that were both are last. */
export function cameOrWent(before: readonly InputPort[], now: readonly InputPort[]): readonly string[] {
  let last = -1
  const stayed = new Set<string>()
  for (const { id } of now) {
    const at = before.findIndex(port => port.id === id)
    if (at <= last) continue
    last = at
    stayed.add(id)
  }
  return [...before, ...now].map(({ id }) => id).filter(id => !stayed.has(id))
}

function isAlike(a: InputPort, b: InputPort): boolean {
  return a.name === b.name && a.manufacturer === b.manufacturer
}
