import { type Disposable, disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import { recall } from '../devices/ports.js'
import type { DeviceSettings, MidiSettings } from '../settings.js'
import type { AccessView, OutputPort, OutputTarget, OutputTargets } from '../tokens.js'

export function withPluginOutputs(
  devices: OutputTargets,
  plugins: ReadonlyStore<readonly OutputTarget[]>,
): OutputTargets {
  const also = (
    device: Disposable,
    onChange: (now: readonly OutputTarget[], before: readonly OutputTarget[]) => void,
  ) => {
    const stop = plugins.subscribe(onChange)
    return disposable(() => {
      device.dispose()
      stop()
    })
  }
  const missing = (
    from: readonly OutputTarget[],
    among: readonly OutputTarget[],
    tell: (id: string) => void,
  ) => {
    for (const output of from) if (!among.includes(output)) tell(output.id)
  }
  return {
    find: id =>
      devices.find(id) ??
      plugins.getState().find(output => (id === '' ? output.standard === true : output.id === id)),
    onGone: listener => also(devices.onGone(listener), (now, before) => missing(before, now, listener)),
    onBack: listener => also(devices.onBack(listener), (now, before) => missing(now, before, listener)),
  }
}

interface RememberOutputParts {
  readonly access: ReadonlyStore<Pick<AccessView, 'outputs'>>
  readonly chosen: SettingsStore<MidiSettings>
  readonly devices: SettingsStore<DeviceSettings>
}

export function rememberOutput({ access, chosen, devices }: RememberOutputParts): Disposable {
  let ports: readonly OutputPort[] = []

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
    const isConnected = (id: string) => ports.some(port => port.id === id)
    const { outputPort } = chosen.getState()
    const kept = devices.getState().output
    if (kept && kept.id === outputPort && !isConnected(outputPort)) {
      const added = ports.filter(port => !before.some(({ id }) => id === port.id))
      const again = added.find(port => recall(port, [kept], isConnected))
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

export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
