import type { CommandContribution } from '../commands/command.js'
import type { CommandChoices } from '../commands/command-registry.js'
import { GO_TO } from '../events/app-events.js'
import type { EventBus } from '../events/event-bus.js'
import { type Disposable, disposable, registrations } from '../platform/store.js'
import { checkContributions } from './contribution-check.js'
import type {
  Contributions,
  DrawerContribution,
  NavigationContribution,
  PluginManifest,
  RouteContribution,
} from './plugin.js'
import type { PluginHost } from './plugin-host.js'
import type { Kernel } from './tokens.js'

export type Owned<T> = T & { readonly plugin: string }

export function contribute({
  host,
  log,
  commands,
  settings,
  translator,
}: Pick<Kernel, 'host' | 'log' | 'commands' | 'settings' | 'translator'>): Disposable {
  const register = (manifest: PluginManifest): Disposable[] => {
    const { id, contributes } = manifest
    const all: Disposable[] = []
    const attempt = (registered: () => Disposable) => {
      try {
        all.push(registered())
      } catch (error) {
        // Manifests are checked for duplicates, so the name must have been registered at run time.
        log.error(`A contribution of ${id} could not be registered`, error)
      }
    }
    for (const section of contributes?.settings ?? []) attempt(() => settings.register(section, id))
    for (const command of contributes?.commands ?? []) {
      const choices: CommandChoices = (argument, asked) => host.choicesFor(id, command.id, argument, asked)
      attempt(() => commands.register(command, id, host.runOf(id, command), choices))
    }
    return all
  }
  const contributions = registrations(register)
  const locales = registrations(({ id, locales: languages }: PluginManifest) =>
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
  return disposable(
    host.states.subscribe(update),
    () => contributions.take([]),
    () => locales.take([]),
  )
}

function lostKeys(host: PluginHost, usable: readonly PluginManifest[]): ReadonlySet<string> {
  const clashes = host.report.keyClashes.length === 0 ? [] : checkContributions(usable, () => undefined)
  return new Set(clashes.map(({ lost, key }) => `${lost} ${key}`))
}

export function wakeOnEvents(host: PluginHost, events: EventBus): Disposable {
  const listening = registrations(({ id, activateOn = [] }: PluginManifest) =>
    activateOn
      .filter(wanted => wanted.startsWith('event:'))
      .map(wanted =>
        events.on({ id: wanted.slice('event:'.length) }, () => {
          // Check the state first: MIDI emits thousands of events. Errors are recorded in the plugin's state.
          if (host.state(id)?.status === 'registered') host.activate(id).catch(() => undefined)
        }),
      ),
  )
  return listening.follow(host.states, () => host.manifests)
}

function owned<T>(
  manifests: readonly PluginManifest[],
  listed: (contributes: Contributions) => readonly T[] | undefined,
): Owned<T>[] {
  return manifests.flatMap(({ id, contributes = {} }) =>
    (listed(contributes) ?? []).map(each => ({ ...each, plugin: id })),
  )
}

const byOrder = (a: { readonly order?: number }, b: { readonly order?: number }) =>
  (a.order ?? 0) - (b.order ?? 0)

/** Returns all routes, including routes of disabled plugins: the router cannot remove routes. */
export function routesOf(manifests: readonly PluginManifest[]): Owned<RouteContribution>[] {
  return owned(manifests, ({ routes }) => routes)
}

export function drawersOf(plugins: readonly PluginManifest[], path: string): Owned<DrawerContribution>[] {
  return owned(plugins, ({ drawers }) => drawers)
    .filter(({ on }) => on === path)
    .sort(byOrder)
}

export function navigationOf(plugins: readonly PluginManifest[]): Owned<NavigationContribution>[] {
  return owned(plugins, ({ navigation }) => navigation).sort(byOrder)
}

export function usablePlugins(host: PluginHost): PluginManifest[] {
  return host.manifests.filter(({ id }) => host.isUsable(id))
}

interface NavigationCommand extends CommandContribution {
  readonly plugin: string
  readonly path: string
}

export function navigationCommands(parts: Pick<Kernel, 'commands' | 'events' | 'host'>): Disposable {
  const { commands, events, host } = parts
  const registered = registrations((key: string) => {
    const { plugin, path, ...command }: NavigationCommand = JSON.parse(key)
    return [commands.register(command, plugin, () => events.emit(GO_TO, { path }))]
  })
  return registered.follow(host.states, () => {
    const guarded = new Set(
      routesOf(host.manifests)
        .filter(route => route.auth)
        .map(route => route.path),
    )
    const commandOf = commandIds(navigationOf(host.manifests).map(({ path }) => path))
    const wanted = new Map<string, NavigationCommand>()
    for (const { path, title, when: condition, plugin } of navigationOf(usablePlugins(host))) {
      const id = commandOf(path)
      const when = [guarded.has(path) && 'loggedIn', condition].filter(Boolean).join(' && ') || undefined
      if (!wanted.has(id)) wanted.set(id, { id, title, section: 'Go to', when, plugin, path })
    }
    return [...wanted.values()].map(command => JSON.stringify(command))
  })
}

/**
 * Derives command IDs from paths. The IDs must be stable, because shortcuts and MIDI mappings store them.
 * Doubles the dashes in a path if two paths would have the same ID.
 */
function commandIds(paths: readonly string[]): (path: string) => string {
  const plain = (path: string) => `app.go-to${path.replaceAll('/', '-')}`
  return path =>
    paths.some(other => other !== path && plain(other) === plain(path))
      ? plain(path.replaceAll('-', '--'))
      : plain(path)
}
