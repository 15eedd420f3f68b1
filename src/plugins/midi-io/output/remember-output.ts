/** Finds the chosen output again when it comes back under another id. */
import type { Disposable } from '../../../core/platform/disposable.js'
import { disposable } from '../../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import { recall } from '../devices/known-port.js'
import type { DeviceSettings, MidiSettings } from '../settings.js'
import type { AccessView, OutputPort } from '../tokens.js'

export interface RememberOutputParts {
  readonly access: ReadonlyStore<Pick<AccessView, 'outputs'>>
  readonly chosen: SettingsStore<MidiSettings>
  readonly devices: SettingsStore<DeviceSettings>
}

export function rememberOutput({ access, chosen, devices }: RememberOutputParts): Disposable {
  let ports: readonly OutputPort[] = []

  /** Name and maker of the chosen output are known as long as it is there. */
  const keep = () => {
    const port = ports.find(({ id }) => id === chosen.getState().outputPort)
    const kept = devices.getState().output
    if (!port || (kept && kept.id === port.id && kept.name === port.name)) return
    const { id, name, manufacturer } = port
    devices.change({ output: { id, name, manufacturer } })
  }
  const follow = () => {
    const before = ports
    ports = access.getState().outputs
    if (ports === before) return
    const isThere = (id: string) => ports.some(port => port.id === id)
    const { outputPort } = chosen.getState()
    const kept = devices.getState().output
    if (kept && kept.id === outputPort && !isThere(outputPort)) {
      const come = ports.filter(port => !before.some(({ id }) => id === port.id))
      const again = come.find(port => recall(port, [kept], isThere))
      if (again) chosen.change({ outputPort: again.id })
    }
    keep()
  }

  follow()
  const stops = [access.subscribe(follow), chosen.subscribe(keep)]
  return disposable(() => {
    for (const stop of stops) stop()
  })
}
