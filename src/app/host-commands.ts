/** Commands of the browser host: the palette, full screen, and going to each screen that navigation lists. */
import { createEvent } from '../core/events/event-bus.js'
import { navigationOf, routesOf } from '../core/kernel/contributions.js'
import type { Kernel } from '../core/kernel/kernel.js'
import { codeOf, FretworkError } from '../core/platform/fretwork-error.js'

/** Asks the router to go somewhere; commands know no router. */
export const GO_TO = createEvent<{ path: string }>('app.go-to')
export const PALETTE = createEvent<{ open: 'toggle' }>('app.palette')
export const SHOW_KEYS = createEvent<{ open: true }>('app.show-keys')

export const HOST_COMMANDS = [
  { id: 'app.open-palette', title: 'Search commands', keys: ['$mod+k'], hidden: true },
  { id: 'app.show-keys', title: 'Show the keys for this screen', keys: ['?'] },
  { id: 'app.toggle-fullscreen', title: 'Toggle fullscreen', keys: ['$mod+Shift+f'] },
  { id: 'app.open-content-page', title: 'Open the page about Fretwork' },
] as const

export function hostCommands(kernel: Kernel): void {
  const { commands, events, host } = kernel
  const runs: Record<(typeof HOST_COMMANDS)[number]['id'], () => unknown> = {
    'app.open-palette': () => events.emit(PALETTE, { open: 'toggle' }),
    'app.show-keys': () => events.emit(SHOW_KEYS, { open: true }),
    'app.toggle-fullscreen': toggleFullscreen,
    'app.open-content-page': () => location.assign('/cms/'),
  }
  for (const command of HOST_COMMANDS) commands.register(command, 'app', runs[command.id])

  const guarded = new Set(
    routesOf(host.manifests)
      .filter(route => route.auth)
      .map(route => route.path),
  )
  for (const item of navigationOf(host)) {
    const id = `app.go-to${item.path.replaceAll('/', '-')}`
    // Two plugins may list the same screen; one command leads there.
    if (commands.find(id)) continue
    const conditions = [guarded.has(item.path) && 'loggedIn', item.when].filter(Boolean)
    commands.register(
      {
        id,
        title: item.title,
        section: 'Go to',
        when: conditions.length ? conditions.join(' && ') : undefined,
      },
      item.plugin,
      () => {
        // A screen of a plugin that is off answers "not found"; the command says so beforehand.
        if (!host.isUsable(item.plugin)) {
          throw new FretworkError(
            'plugin_unavailable',
            host.state(item.plugin)?.reason ?? `"${item.title}" is not available.`,
          )
        }
        events.emit(GO_TO, { path: item.path })
      },
    )
  }
}

async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch (error) {
    throw new FretworkError(codeOf(error), 'This browser does not allow fullscreen here.', { cause: error })
  }
}
