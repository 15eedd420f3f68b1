/** Puts what manifests contribute into the registries, for as long as the plugin is usable. */
import type { CommandRegistry } from '../commands/command-registry.js'
import type { EventBus } from '../events/event-bus.js'
import type { Translator } from '../i18n/translator.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import type { Settings } from '../settings/settings.js'
import type {
  DrawerContribution,
  NavigationContribution,
  PluginManifest,
  RouteContribution,
} from './plugin.js'
import type { PluginHost } from './plugin-host.js'

/** Something contributed, with the plugin that it comes from. */
export type Owned<T> = T & { readonly plugin: string }

interface Parts {
  readonly host: PluginHost
  readonly commands: CommandRegistry
  readonly settings: Settings
  readonly translator: Translator
}

export function contribute({ host, commands, settings, translator }: Parts): Disposable {
  const registered = new Map<string, readonly Disposable[]>()
  const lost = new Set(host.report.keyClashes.map(clash => `${clash.lost} ${clash.key}`))

  const add = (manifest: PluginManifest) => {
    const { id, contributes } = manifest
    const registrations = [
      ...(contributes?.settings ?? []).map(section => settings.register(section, id)),
      ...(contributes?.commands ?? []).map(command =>
        commands.register(
          { ...command, keys: command.keys?.filter(key => !lost.has(`${command.id} ${key}`)) },
          id,
          args => host.runCommand(id, command.id, args),
        ),
      ),
    ]
    if (manifest.locales) registrations.push(translator.addLocales(id, manifest.locales))
    registered.set(id, registrations)
  }
  const remove = (id: string) => {
    for (const registration of [...(registered.get(id) ?? [])].reverse()) registration.dispose()
    registered.delete(id)
  }
  const update = () => {
    for (const manifest of host.manifests) {
      const usable = host.isUsable(manifest.id)
      if (usable && !registered.has(manifest.id)) add(manifest)
      if (!usable && registered.has(manifest.id)) remove(manifest.id)
    }
  }

  update()
  const stop = host.states.subscribe(update)
  return disposable(() => {
    stop()
    for (const id of [...registered.keys()]) remove(id)
  })
}

/** Activates plugins that wait for an event of the bus (`event:id`). */
export function wakeOnEvents(host: PluginHost, events: EventBus): Disposable {
  const listening = host.manifests.flatMap(({ id, activateOn }) =>
    (activateOn ?? [])
      .filter(wanted => wanted.startsWith('event:'))
      .map(wanted =>
        events.on({ id: wanted.slice('event:'.length) }, () => {
          // Its own state has the reason of a failure; MIDI events come by the thousand, so the rest is cheap.
          if (host.state(id)?.status === 'registered') host.activate(id).catch(() => undefined)
        }),
      ),
  )
  return disposable(() => {
    for (const each of listening) each.dispose()
  })
}

/** All routes of all manifests, whether their plugin is on or off: the router cannot take one back. */
export function routesOf(manifests: readonly PluginManifest[]): Owned<RouteContribution>[] {
  return manifests.flatMap(({ id, contributes }) =>
    (contributes?.routes ?? []).map(route => ({ ...route, plugin: id })),
  )
}

/** Drawers beside a route, lowest order first, of plugins that are usable. */
export function drawersOf(host: PluginHost, path: string): Owned<DrawerContribution>[] {
  return usable(host)
    .flatMap(({ id, contributes }) => (contributes?.drawers ?? []).map(drawer => ({ ...drawer, plugin: id })))
    .filter(drawer => drawer.on === path)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

export function navigationOf(host: PluginHost): Owned<NavigationContribution>[] {
  return usable(host)
    .flatMap(({ id, contributes }) => (contributes?.navigation ?? []).map(item => ({ ...item, plugin: id })))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

function usable(host: PluginHost): PluginManifest[] {
  return host.manifests.filter(({ id }) => host.isUsable(id))
}
