/** Records events, commands and service calls as they happen. Loaded on demand: while it is off it costs nothing. */
import type { CommandRegistry } from '../../../core/commands/command-registry.js'
import type { EventBus } from '../../../core/events/event-bus.js'
import type { PluginHost } from '../../../core/kernel/host/plugin-host.js'
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { type Call, patchMethods, patchOutside } from './method-patch.js'

export interface InspectorEntry {
  /** When it began, in milliseconds of the host's clock. */
  readonly at: number
  readonly kind: 'event' | 'command' | 'service'
  /** The event, the command, or the service's token with the method: `midi-io.input.send`. */
  readonly name: string
  /** The plugin of the event, command or service; undefined for those of the core and the app. */
  readonly plugin?: string
  /** The event's payload, the command's arguments, or a list of the call's arguments: the values themselves, not copies. */
  readonly detail: unknown
  /** How long it took, including the promise that it returned. */
  readonly ms?: number
  /** What was thrown. */
  readonly error?: unknown
}

interface Inspected {
  readonly events: EventBus
  readonly commands: CommandRegistry
  readonly host: PluginHost
  readonly clock: ClockPort
}

/**
 * Reports everything between plugins until it is disposed of. It replaces methods of the bus, the registry and every
 * service that a plugin provides, including plugins that start later. Calls that a service makes to itself are not
 * reported, nor is anything that `onEntry` causes.
 */
export function startInspector(
  { events, commands, host, clock }: Inspected,
  onEntry: (entry: InspectorEntry) => void,
): Disposable {
  let reporting = false
  const report = (entry: InspectorEntry) => {
    if (reporting) return
    reporting = true
    try {
      onEntry(entry)
    } finally {
      reporting = false
    }
  }
  const reported =
    (
      kind: InspectorEntry['kind'],
      describe: (call: Call) => Pick<InspectorEntry, 'name' | 'plugin' | 'detail'>,
    ) =>
    (call: Call) => {
      const at = clock.now()
      const { name, plugin, detail } = describe(call)
      return (error?: unknown) => report({ at, kind, name, plugin, detail, ms: clock.now() - at, error })
    }

  const ofPlugin = (name: string) => host.state(name.split('.')[0] ?? '')?.id
  const always = [
    patchMethods(
      events,
      ['emit'],
      reported('event', ({ args: [event, payload] }) => {
        const { id } = event as { id: string }
        return { name: id, plugin: ofPlugin(id), detail: payload }
      }),
    ),
    patchMethods(
      commands,
      ['attempt'],
      reported('command', ({ args: [id, args] }) => {
        const name = String(id)
        return { name, plugin: host.state(commands.find(name)?.source ?? '')?.id, detail: args }
      }),
    ),
  ]

  /** By instance, as one service may have several tokens. */
  const services = new Map<object, Disposable>()
  const follow = () => {
    const now = new Map(
      host.manifests
        .flatMap(({ id: plugin }) =>
          host.servicesOf(plugin).map(({ token, service }) => [service, { plugin, token }] as const),
        )
        .reverse(),
    )
    for (const [service, patch] of services) {
      if (now.has(service)) continue
      patch.dispose()
      services.delete(service)
    }
    for (const [service, { plugin, token }] of now) {
      if (services.has(service)) continue
      const describe = ({ method, args }: Call) => ({ name: `${token}.${method}`, plugin, detail: args })
      services.set(service, patchOutside(service, reported('service', describe)))
    }
  }
  follow()
  const unfollow = host.states.subscribe(follow)
  return disposable(() => {
    unfollow()
    for (const patch of [...always, ...services.values()]) patch.dispose()
    services.clear()
  })
}
