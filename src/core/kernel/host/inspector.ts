/** Watches events, commands and calls of services as they happen. Loaded on demand: while it is off it costs nothing. */
import type { CommandRegistry } from '../../commands/command-registry.js'
import type { EventBus } from '../../events/event-bus.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { ClockPort } from '../../platform/ports.js'
import { type Call, patchMethods, patchOutside } from '../services/method-patch.js'
import type { PluginHost } from './plugin-host.js'

export interface InspectorEntry {
  /** When it began, in milliseconds of the host's clock. */
  readonly at: number
  readonly kind: 'event' | 'command' | 'service'
  /** The event, the command, or the service's token with the method: `midi-io.input.send`. */
  readonly name: string
  /** Whose event, command or service it is; undefined for those of the core and the application. */
  readonly plugin?: string
  /** The event's payload, the command's arguments, or a list of those of the call: the things themselves, no copies. */
  readonly detail: unknown
  /** How long it took; of what is waited for, until it was settled. */
  readonly ms?: number
  /** What was thrown. */
  readonly error?: unknown
}

/** A kernel has all of it but the clock, which is `kernel.platform.clock`; a plugin gets it by the core's tokens. */
export interface Inspected {
  readonly events: EventBus
  readonly commands: CommandRegistry
  readonly host: PluginHost
  readonly clock: ClockPort
}

/**
 * Tells of everything between plugins until it is disposed of; then all is as it was. It stands in for methods of the
 * bus, the registry and every service that a plugin provides, also of plugins that start later. What a service calls
 * of its own is not told, nor what `onEntry` itself sets off.
 */
export function startInspector(
  { events, commands, host, clock }: Inspected,
  onEntry: (entry: InspectorEntry) => void,
): Disposable {
  let telling = false
  const tell = (entry: InspectorEntry) => {
    if (telling) return
    telling = true
    try {
      onEntry(entry)
    } finally {
      telling = false
    }
  }
  const told =
    (
      kind: InspectorEntry['kind'],
      describe: (call: Call) => Pick<InspectorEntry, 'name' | 'plugin' | 'detail'>,
    ) =>
    (call: Call) => {
      const at = clock.now()
      const { name, plugin, detail } = describe(call)
      return (error?: unknown) => tell({ at, kind, name, plugin, detail, ms: clock.now() - at, error })
    }

  const ofPlugin = (name: string) => host.state(name.split('.')[0] ?? '')?.id
  const always = [
    patchMethods(
      events,
      ['emit'],
      told('event', ({ args: [event, payload] }) => {
        const { id } = event as { id: string }
        return { name: id, plugin: ofPlugin(id), detail: payload }
      }),
    ),
    patchMethods(
      commands,
      ['attempt'],
      told('command', ({ args: [id, args] }) => {
        const name = String(id)
        return { name, plugin: host.state(commands.find(name)?.source ?? '')?.id, detail: args }
      }),
    ),
  ]

  /** By instance: one may serve under several tokens. */
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
      services.set(service, patchOutside(service, told('service', describe)))
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
