/** Commands of the browser host: the palette, full screen, and going to each screen that navigation lists. */
import { HOST_COMMANDS } from '../core/commands/built-in-commands.js'
import type { CommandContribution } from '../core/commands/command.js'
import type { CommandRun } from '../core/commands/command-registry.js'
import { GO_TO, PALETTE } from '../core/events/app-events.js'
import { createEvent } from '../core/events/event-bus.js'
import { navigationOf, routesOf, usablePlugins } from '../core/kernel/extensions/contributions.js'
import type { Kernel } from '../core/kernel/host/kernel.js'
import type { Disposable } from '../core/platform/disposable.js'
import { codeOf, FretworkError } from '../core/platform/fretwork-error.js'
import { togglePasswords } from '../core/react/password/password-fields.js'
import { OVERLAY } from './overlay.js'

export const SHOW_KEYS = createEvent<{ open: true }>('app.show-keys')

export function hostCommands(kernel: Kernel): void {
  const { commands, events } = kernel
  const whyHidden = () => import('./palette/why-hidden.js')
  const runs: Record<(typeof HOST_COMMANDS)[number]['id'], CommandRun> = {
    'app.open-palette': () => events.emit(PALETTE, { open: 'toggle' }),
    'app.show-keys': () => events.emit(SHOW_KEYS, { open: true }),
    'app.toggle-fullscreen': toggleFullscreen,
    'app.toggle-passwords': () => togglePasswords(commands),
    'app.open-content-page': () => location.assign('/cms/'),
    'app.why-hidden': async args =>
      events.emit(
        OVERLAY,
        await (await whyHidden()).whyHidden(kernel, (args as { command: string }).command),
      ),
  }
  for (const command of HOST_COMMANDS) {
    const choices = async () => (await whyHidden()).allCommands(kernel)
    commands.register(command, 'app', runs[command.id], command.id === 'app.why-hidden' ? choices : undefined)
  }

  followNavigation(kernel)
}

/** One command for each screen that the navigation lists; they come and go with their plugins. */
function followNavigation({ commands, events, host }: Kernel): void {
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
      // Two plugins may list the same screen; one command leads there.
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
  host.states.subscribe(follow)
}

/**
 * What the command to a path is called. Of two that come to the same, one with a dash of its own doubles it. All others
 * stay as they are: people's keys and MIDI controls are kept by these names.
 * @param paths those of plugins that are off as well: switching one renames no other's command
 */
function commandIds(paths: readonly string[]): (path: string) => string {
  const plain = (path: string) => `app.go-to${path.replaceAll('/', '-')}`
  return path =>
    paths.some(other => other !== path && plain(other) === plain(path))
      ? plain(path.replaceAll('-', '--'))
      : plain(path)
}

async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch (error) {
    throw new FretworkError(codeOf(error), 'This browser does not allow fullscreen here.', { cause: error })
  }
}
