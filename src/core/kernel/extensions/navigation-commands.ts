import type { CommandContribution } from '../../commands/command.js'
import { GO_TO } from '../../events/app-events.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { Kernel } from '../host/kernel.js'
import { navigationOf, routesOf, usablePlugins } from './contributions.js'

export function navigationCommands({
  commands,
  events,
  host,
}: Pick<Kernel, 'commands' | 'events' | 'host'>): Disposable {
  const registered = new Map<string, Disposable>()
  const follow = () => {
    const guarded = new Set(
      routesOf(host.manifests)
        .filter(route => route.auth)
        .map(route => route.path),
    )
    const commandOf = commandIds(navigationOf(host.manifests).map(({ path }) => path))
    const wanted = new Map<string, CommandContribution & { readonly plugin: string; readonly path: string }>()
    for (const { path, title, when, plugin } of navigationOf(usablePlugins(host))) {
      const id = commandOf(path)
      const conditions = [guarded.has(path) && 'loggedIn', when].filter(Boolean)
      const command = {
        id,
        title,
        section: 'Go to',
        when: conditions.join(' && ') || undefined,
        plugin,
        path,
      }
      if (![...wanted.values()].some(other => other.id === id)) wanted.set(JSON.stringify(command), command)
    }
    for (const [key, registration] of registered) {
      if (wanted.has(key)) continue
      registration.dispose()
      registered.delete(key)
    }
    for (const [key, { plugin, path, ...command }] of wanted) {
      if (registered.has(key)) continue
      registered.set(
        key,
        commands.register(command, plugin, () => events.emit(GO_TO, { path })),
      )
    }
  }
  follow()
  const stop = host.states.subscribe(follow)
  return disposable(() => {
    stop()
    for (const registration of registered.values()) registration.dispose()
  })
}

/**
 * The path with a dash doubles it if two paths would share an id. Stored shortcuts and MIDI mappings use
 * these.
 */
function commandIds(paths: readonly string[]): (path: string) => string {
  const plain = (path: string) => `app.go-to${path.replaceAll('/', '-')}`
  return path =>
    paths.some(other => other !== path && plain(other) === plain(path))
      ? plain(path.replaceAll('-', '--'))
      : plain(path)
}
