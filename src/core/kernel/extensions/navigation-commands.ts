import type { CommandContribution } from '../../commands/command.js'
import { GO_TO } from '../../events/app-events.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import { registrations } from '../../platform/registrations.js'
import type { Kernel } from '../host/kernel.js'
import { navigationOf, routesOf, usablePlugins } from './contributions.js'

interface NavigationCommand extends CommandContribution {
  readonly plugin: string
  readonly path: string
}

export function navigationCommands({
  commands,
  events,
  host,
}: Pick<Kernel, 'commands' | 'events' | 'host'>): Disposable {
  const registered = registrations((key: string) => {
    const { plugin, path, ...command }: NavigationCommand = JSON.parse(key)
    return [commands.register(command, plugin, () => events.emit(GO_TO, { path }))]
  })
  const follow = () => {
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
    registered.take([...wanted.values()].map(command => JSON.stringify(command)))
  }
  follow()
  const stop = host.states.subscribe(follow)
  return disposable(() => {
    stop()
    registered.take([])
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
