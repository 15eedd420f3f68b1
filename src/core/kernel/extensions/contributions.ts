import type { CommandChoices, CommandRegistry, CommandRun } from '../../commands/command-registry.js'
import type { EventBus } from '../../events/event-bus.js'
import type { Translator } from '../../i18n/translator.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'
import type { Settings } from '../../settings/settings.js'
import type { PluginHost } from '../host/plugin-host.js'
import { checkContributions } from '../manifest/contribution-check.js'
import type {
  DrawerContribution,
  NavigationContribution,
  PluginManifest,
  RouteContribution,
} from '../manifest/plugin.js'

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
        // The manifests do not clash, so the name was registered at run time. The rest of the plugin still works.
        log.error(`A contribution of ${id} could not be registered`, error)
      }
    }
    for (const section of contributes?.settings ?? []) attempt(() => settings.register(section, id))
    for (const command of contributes?.commands ?? []) {
      const run: CommandRun = (args, control) => host.runCommand(id, command, args, control)
      const choices: CommandChoices = (argument, asked) => host.choicesFor(id, command.id, argument, asked)
      attempt(() => commands.register(command, id, run, choices))
    }
    return all
  }
  const contributions = follower(register)
  const locales = follower(({ id, locales: languages }) =>
    languages ? [translator.addLocales(id, languages)] : [],
  )
  let known: readonly PluginManifest[] = []
  const update = () => {
    locales.take(host.manifests)
    const usable = usablePlugins(host)
    if (usable.length !== known.length || usable.some((manifest, index) => manifest !== known[index])) {
      known = usable
      commands.setLostKeys(lostKeys(host, usable))
    }
    contributions.take(usable)
  }

  update()
  const stop = host.states.subscribe(update)
  return disposable(() => {
    stop()
    contributions.take([])
    locales.take([])
  })
}

function follower(register: (manifest: PluginManifest) => readonly Disposable[]) {
  const registered = new Map<PluginManifest, readonly Disposable[]>()
  return {
    take(manifests: readonly PluginManifest[]): void {
      const wanted = new Set(manifests)
      // Removals first: a new version of a plugin has the same names.
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

function lostKeys(host: PluginHost, usable: readonly PluginManifest[]): ReadonlySet<string> {
  const clashes = host.report.keyClashes.length === 0 ? [] : checkContributions(usable, () => undefined)
  return new Set(clashes.map(({ lost, key }) => `${lost} ${key}`))
}

export function wakeOnEvents(host: PluginHost, events: EventBus): Disposable {
  let listening: readonly Disposable[] = []
  const stop = () => {
    for (const each of listening) each.dispose()
  }
  let known: readonly PluginManifest[] | undefined
  const listen = () => {
    if (host.manifests === known) return
    known = host.manifests
    stop()
    listening = known.flatMap(({ id, activateOn }) =>
      (activateOn ?? [])
        .filter(wanted => wanted.startsWith('event:'))
        .map(wanted =>
          events.on({ id: wanted.slice('event:'.length) }, () => {
            // Cheap: there are thousands of MIDI events. The plugin's state has the reason of a failure.
            if (host.state(id)?.status === 'registered') host.activate(id).catch(() => undefined)
          }),
        ),
    )
  }
  listen()
  const unfollow = host.states.subscribe(listen)
  return disposable(() => {
    unfollow()
    stop()
  })
}

/** Includes disabled plugins: the router cannot remove a route. */
export function routesOf(manifests: readonly PluginManifest[]): Owned<RouteContribution>[] {
  return manifests.flatMap(({ id, contributes }) =>
    (contributes?.routes ?? []).map(route => ({ ...route, plugin: id })),
  )
}

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

export function usablePlugins(host: PluginHost): PluginManifest[] {
  return host.manifests.filter(({ id }) => host.isUsable(id))
}
