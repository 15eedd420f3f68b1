/** Puts what manifests contribute into the registries, for as long as the plugin is usable; its words are there always. */
import type { CommandChoices, CommandRegistry, CommandRun } from '../../commands/command-registry.js'
import type { EventBus } from '../../events/event-bus.js'
import type { Translator } from '../../i18n/translator.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'
import type { Settings } from '../../settings/settings.js'
import type { PluginHost } from '../host/plugin-host.js'
import { lostKeysAmong } from '../manifest/lost-keys.js'
import type {
  DrawerContribution,
  NavigationContribution,
  PluginManifest,
  RouteContribution,
} from '../manifest/plugin.js'

/** Something contributed, with the plugin that it comes from. */
export type Owned<T> = T & { readonly plugin: string }

interface Parts {
  readonly log: Logger
  readonly host: PluginHost
  readonly commands: CommandRegistry
  readonly settings: Settings
  readonly translator: Translator
}

export function contribute({ host, log, commands, settings, translator }: Parts): Disposable {
  const register = (manifest: PluginManifest): Disposable[] => {
    const { id, contributes } = manifest
    const all: Disposable[] = []
    const attempt = (registered: () => Disposable) => {
      try {
        all.push(registered())
      } catch (error) {
        // The manifests fit together, so somebody has taken the name at run time: the rest of the plugin is worth having.
        log.error(`Not all that ${id} contributes could be registered`, error)
      }
    }
    for (const section of contributes?.settings ?? []) attempt(() => settings.register(section, id))
    for (const command of contributes?.commands ?? []) {
      const run: CommandRun = (args, control) => host.runCommand(id, command.id, args, control)
      const choices: CommandChoices = (argument, asked) => host.choicesFor(id, command.id, argument, asked)
      attempt(() => commands.register(command, id, run, choices))
    }
    return all
  }
  const contributions = follower(register)
  // One that is off is still called by its name, on the page of plugins and in what is said of it.
  const words = follower(({ id, locales }) => (locales ? [translator.addLocales(id, locales)] : []))
  const lostKeys = lostKeysAmong(host)
  const update = () => {
    words.take(host.manifests)
    const usable = usablePlugins(host)
    commands.setLostKeys(lostKeys(usable))
    contributions.take(usable)
  }

  update()
  const stop = host.states.subscribe(update)
  return disposable(() => {
    stop()
    contributions.take([])
    words.take([])
  })
}

/** Registers something for each manifest that it is given, and takes it back for those that it is given no more. */
function follower(register: (manifest: PluginManifest) => readonly Disposable[]) {
  const registered = new Map<PluginManifest, readonly Disposable[]>()
  return {
    take(manifests: readonly PluginManifest[]): void {
      const wanted = new Set(manifests)
      // First what goes: a new version of a plugin takes its names.
      for (const [manifest, all] of [...registered]) {
        if (wanted.has(manifest)) continue
        for (const each of [...all].reverse()) each.dispose()
        registered.delete(manifest)
      }
      for (const manifest of wanted) {
        if (!registered.has(manifest)) registered.set(manifest, register(manifest))
      }
    },
  }
}

/** Activates plugins that wait for an event of the bus (`event:id`). */
export function wakeOnEvents(host: PluginHost, events: EventBus): Disposable {
  let listening: readonly Disposable[] = []
  const stop = () => {
    for (const each of listening) each.dispose()
  }
  const listen = () => {
    stop()
    listening = host.manifests.flatMap(({ id, activateOn }) =>
      (activateOn ?? [])
        .filter(wanted => wanted.startsWith('event:'))
        .map(wanted =>
          events.on({ id: wanted.slice('event:'.length) }, () => {
            // Its own state has the reason of a failure; MIDI events come by the thousand, so the rest is cheap.
            if (host.state(id)?.status === 'registered') host.activate(id).catch(() => undefined)
          }),
        ),
    )
  }
  listen()
  const unfollow = host.catalogue.subscribe(listen)
  return disposable(() => {
    unfollow()
    stop()
  })
}

/** All routes of all manifests, whether their plugin is on or off: the router cannot take one back. */
export function routesOf(manifests: readonly PluginManifest[]): Owned<RouteContribution>[] {
  return manifests.flatMap(({ id, contributes }) =>
    (contributes?.routes ?? []).map(route => ({ ...route, plugin: id })),
  )
}

/** Drawers beside a route, lowest order first. */
export function drawersOf(plugins: readonly PluginManifest[], path: string): Owned<DrawerContribution>[] {
  return plugins
    .flatMap(({ id, contributes }) => (contributes?.drawers ?? []).map(drawer => ({ ...drawer, plugin: id })))
    .filter(drawer => drawer.on === path)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

export function navigationOf(plugins: readonly PluginManifest[]): Owned<NavigationContribution>[] {
  return plugins
    .flatMap(({ id, contributes }) => (contributes?.navigation ?? []).map(item => ({ ...item, plugin: id })))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** What a screen shows comes from these only. */
export function usablePlugins(host: PluginHost): PluginManifest[] {
  return host.manifests.filter(({ id }) => host.isUsable(id))
}
