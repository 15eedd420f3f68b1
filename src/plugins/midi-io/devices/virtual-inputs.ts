import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore } from '../../../core/platform/store.js'
import type { InputPort, VirtualInput, VirtualInputs } from '../tokens.js'
import { DEVICE_INPUTS, type DeviceInputs } from './device-inputs.js'

@injectable()
export class PluginInputs implements VirtualInputs {
  readonly view = createStore<readonly InputPort[]>([])

  constructor(@inject(DEVICE_INPUTS) private readonly devices: DeviceInputs) {}

  add(port: InputPort): VirtualInput {
    const { devices, view } = this
    const others = () => view.getState().filter(({ id }) => id !== port.id)
    view.setState([...others(), port], true)
    return {
      receive: (bytes, at, string) =>
        devices.receive(bytes, { portId: port.id, at, ...(string !== undefined && { string }) }),
      release: () => devices.release(port.id),
      dispose() {
        devices.release(port.id)
        // An input with the same ID may have replaced it.
        if (view.getState().includes(port)) view.setState(others(), true)
      },
    }
  }
}
