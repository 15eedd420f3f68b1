/** Inputs that are no device of the machine, and are treated as one: listed, switched off and on, taken for a guitar. */
import type { Disposable } from '../../../core/platform/disposable.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { AccessView, DeviceInputs, InputPort, VirtualInputs } from '../tokens.js'

export interface VirtualInputsParts {
  readonly devices: Pick<DeviceInputs, 'receive' | 'release'>
  /** Sees to it that the devices follow the list. */
  readonly start: () => void
}

export function createVirtualInputs({ devices, start }: VirtualInputsParts): VirtualInputs {
  const view = createStore<readonly InputPort[]>([])
  return {
    view,
    add(port) {
      view.setState([...view.getState().filter(({ id }) => id !== port.id), port], true)
      start()
      return {
        receive: (bytes, at) => devices.receive(bytes, { portId: port.id, at }),
        release: () => devices.release(port.id),
        dispose() {
          devices.release(port.id)
          view.setState(
            view.getState().filter(each => each !== port),
            true,
          )
        },
      }
    },
  }
}

/** The machine's inputs, and behind them those that are none. */
export function withVirtualInputs(
  access: ReadonlyStore<Pick<AccessView, 'inputs'>>,
  virtual: ReadonlyStore<readonly InputPort[]>,
): ReadonlyStore<Pick<AccessView, 'inputs'>> & Disposable {
  const all = () => ({ inputs: [...access.getState().inputs, ...virtual.getState()] })
  const store = createStore(all())
  const stops = [
    access.subscribe((now, before) => {
      if (now.inputs !== before.inputs) store.setState(all(), true)
    }),
    virtual.subscribe(() => store.setState(all(), true)),
  ]
  return {
    ...store,
    dispose() {
      for (const stop of stops) stop()
    },
  }
}
