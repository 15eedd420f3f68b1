/** The inputs that were there since the start: what they have played is still shown by their names. */
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { createStore } from '../../../core/platform/store.js'
import type { AccessView, InputPort } from '../tokens.js'

/** Whoever has plugged in more than that has forgotten the first of them. */
const SEEN_AT_MOST = 64

export interface SeenPorts {
  /** The latest last, each id once and under its latest name. */
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Stops keeping up with the ports. */
  readonly stop: () => void
}

export function watchPorts(access: ReadonlyStore<Pick<AccessView, 'inputs'>>): SeenPorts {
  const view = createStore<readonly InputPort[]>([])
  const see = ({ inputs }: Pick<AccessView, 'inputs'>) => {
    const seen = view.getState()
    const isKnown = ({ id, name }: InputPort) => seen.some(each => each.id === id && each.name === name)
    if (inputs.every(isKnown)) return
    const others = seen.filter(({ id }) => !inputs.some(port => port.id === id))
    view.setState([...others, ...inputs].slice(-SEEN_AT_MOST), true)
  }
  see(access.getState())
  return { view, stop: access.subscribe(see) }
}
