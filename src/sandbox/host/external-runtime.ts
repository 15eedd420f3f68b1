/** Runtime of an external plugin, whose code runs at the other end of a channel. */

import type { ArgumentChoice } from '../../core/commands/command.js'
import type { CommandControl } from '../../core/commands/command-runs.js'
import { PANEL } from '../../core/kernel/external-manifest.js'
import type { PluginContext, PluginManifest, PluginRuntime } from '../../core/kernel/plugin.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { storedJson } from '../../core/platform/json.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../core/platform/store.js'
import { permissionFor } from '../../core/platform/token.js'
import { pluginDataSettings } from '../../core/settings/core-settings.js'
import type { PanelData, PanelEvent } from '../panel.js'
import {
  Channel,
  type Handler,
  localPorts,
  type PluginStart,
  type PortLike,
  type Words,
} from '../protocol.js'
import { servePlugin } from '../worker/serve.js'
import { bridge, type Say } from './bridge.js'
import { dataOf, textOf } from './data.js'
import { withHint } from './instead.js'
import { type OfferedStore, STORES } from './offered.js'
import { isPicture, panelFrom } from './panel-check.js'

const PROGRESS_TEXT = 200

export interface RunningPlugin {
  readonly channel: Channel
  end(): void
}

export interface ExternalParts {
  readonly kernel: Kernel
  readonly manifest: () => PluginManifest
  readonly entry: string
  readonly locale: (language: string) => Promise<Readonly<Record<string, string>>>
  /** Starts the plugin's code: `startProcess` or `startHere`. */
  readonly start: (
    handlers: Readonly<Record<string, Handler>>,
    failed: (reason: FretworkError) => void,
  ) => Promise<RunningPlugin>
  readonly located?: (message: string) => Promise<string>
  readonly screen?: (panel: ExternalPanel) => Promise<unknown>
}

export interface PanelState {
  readonly data?: PanelData
  /** PNG of the panel's canvas. */
  readonly picture?: Uint8Array
  readonly failed?: string
}

export interface ExternalPanel {
  readonly plugin: string
  /** False for a sidebar panel. */
  readonly isPage: boolean
  readonly state: ReadonlyStore<PanelState>
  show(shown: boolean): void
  send(event: PanelEvent): void
}

export function externalRuntime(parts: ExternalParts): PluginRuntime {
  const { kernel, manifest, screen, located = async (message: string) => withHint(message) } = parts
  const { commands = [], routes = [] } = manifest().contributes ?? {}
  const panel = createStore<PanelState>({})
  const runs = new Map<string, CommandControl>()
  let running: RunningPlugin | undefined
  let viewers = 0

  const channel = () => {
    if (running) return running.channel
    throw new FretworkError('plugin_unavailable', `"${manifest().title}" is not running.`)
  }
  const say: Say = (name, ...args) => running?.channel.say(name, args)
  /** Calls the plugin's code and adds source positions to errors. */
  const call = async (name: string, ...args: readonly unknown[]) => {
    try {
      return await channel().call(name, args)
    } catch (error) {
      if (!(error instanceof FretworkError)) throw error
      throw new FretworkError(error.code, await located(messageOf(error)), { cause: error })
    }
  }
  const panelHandlers: Readonly<Record<string, Handler>> = {
    panel: async (data: unknown) => {
      try {
        const { picture } = panel.getState()
        panel.setState({ data: panelFrom(manifest().id, data), ...(picture && { picture }) }, true)
      } catch (error) {
        panel.setState({ failed: messageOf(error) }, true)
      }
      await drawn()
    },
    'panel.picture': (picture: unknown) => {
      if (isPicture(picture)) panel.setState({ picture })
    },
    'panel.failed': async (message: unknown) =>
      panel.setState({ failed: textOf(await located(textOf(message, 500)), 500) }, true),
  }
  const progress = (id: unknown, fraction: unknown, text: unknown) => {
    const known = typeof fraction === 'number' && fraction >= 0 && fraction <= 1 ? fraction : undefined
    runs.get(textOf(id, 200))?.progress(known, textOf(text, PROGRESS_TEXT) || undefined)
  }
  const view: ExternalPanel = {
    plugin: manifest().id,
    isPage: routes.length > 0,
    state: panel,
    show: shown => {
      viewers += shown ? 1 : -1
      say('panel.shown', viewers > 0)
    },
    send: event => void call('panel.event', event).catch(error => kernel.log.error(messageOf(error))),
  }
  const localId = (id: string) => id.slice(manifest().id.length + 1)
  const choicesOf =
    (id: string, argument: string) =>
    async (_: PluginContext, { typed }: { readonly typed: string }) =>
      ((await call('suggest', localId(id), argument, typed)) ?? []) as readonly ArgumentChoice[]

  return {
    screens: screen ? { [PANEL]: async () => ({ default: await screen(view) }) } : {},
    commands: Object.fromEntries(
      commands.map(({ id }) => [
        id,
        async (control: CommandControl & { readonly signal: AbortSignal }, args: unknown = {}) => {
          const local = localId(id)
          const stop = () => say('cancel', local)
          control.signal.addEventListener('abort', stop, { once: true })
          runs.set(local, control)
          try {
            return await call('command', local, args)
          } finally {
            control.signal.removeEventListener('abort', stop)
            if (runs.get(local) === control) runs.delete(local)
          }
        },
      ]),
    ),
    choices: Object.fromEntries(
      commands.map(({ id, asks = [] }) => {
        const searched = asks.filter(ask => ask.searched)
        return [id, Object.fromEntries(searched.map(ask => [ask.id, choicesOf(id, ask.id)]))]
      }),
    ),
    async activate(context) {
      takeOverValues(kernel, manifest().id)
      const handlers = {
        ...bridge({ kernel, manifest: manifest(), context, say, call, located }),
        ...panelHandlers,
        progress,
      }
      running = await parts.start(handlers, reason => kernel.host.crash(manifest().id, reason))
      context.scope.onDispose(() => {
        running?.end()
        running = undefined
        panel.setState({}, true)
      })
      await call('start', await startOf(parts, context, say))
      if (viewers > 0) say('panel.shown', true)
    },
  }
}

/** Maximum duration of a short frame, ms. Longer frames delay played notes. */
const SHORT_FRAME_MS = 20

/** Waits for the next frame, and longer after a slow one, so that played notes are drawn in between. */
async function drawn(): Promise<void> {
  const { requestAnimationFrame: onFrame } = globalThis as {
    readonly requestAnimationFrame?: (run: () => void) => number
  }
  if (!onFrame) return
  const began = performance.now()
  await new Promise<void>(resolve => onFrame(() => setTimeout(resolve)))
  const over = performance.now() - began - SHORT_FRAME_MS
  if (over > 0) await new Promise(resolve => setTimeout(resolve, 3 * over))
}

async function startOf(parts: ExternalParts, context: PluginContext, say: Say): Promise<PluginStart> {
  const { kernel, entry } = parts
  const { id, contributes = {} } = parts.manifest()
  const { spoken } = kernel.translator
  // Read the translations first, because only later changes are announced.
  const words = await wordsNow(parts)
  context.scope.onDispose(spoken.subscribe(async () => say('heard', 'words', await wordsNow(parts))))
  const [section] = contributes.settings ?? []
  const settings = section && context.get(SETTINGS).store(section)
  if (settings) context.scope.onDispose(settings.subscribe(now => say('heard', 'settings', now)))
  return {
    ...{ plugin: id, entry, words, settings: settings?.getState() ?? {} },
    stores: followStores(context, parts.manifest(), say),
    timeOrigin: performance.timeOrigin,
  }
}

async function wordsNow({ kernel, locale }: ExternalParts): Promise<Words> {
  const { language, locale: region } = kernel.translator.spoken.getState()
  return { language, locale: region, sentences: await locale(language) }
}

/** Returns the current states and announces later changes. */
function followStores(context: PluginContext, { lazy = [], permissions = {} }: PluginManifest, say: Say) {
  const states: Record<string, unknown> = {}
  let isStarted = false
  for (const [name, offered] of Object.entries(STORES)) {
    const { token } = offered
    const needed = permissionFor(token.id)
    if (needed !== undefined && !Object.hasOwn(permissions, needed)) continue
    const announce = (state: unknown) => {
      if (isStarted) say('heard', `store ${name}`, state)
      else states[name] = state
    }
    const follow = (service: unknown) => followState(service, offered, announce)
    if (lazy.some(({ id }) => id === token.id)) context.follow(token, follow)
    else if (token.id.startsWith('core.')) {
      const end = follow(context.find(token))
      if (end) context.scope.onDispose(end)
    }
  }
  isStarted = true
  return states
}

function followState(
  service: unknown,
  { open, show }: OfferedStore,
  announce: (state: unknown) => void,
): undefined | (() => void) {
  const store = service === undefined ? undefined : open(service as never)
  const shown = (state: unknown) => dataOf(show(state as never))
  const first = store && shown(store.getState())
  announce(first)
  let before = JSON.stringify(first)
  // Announce only changes that plugins can see.
  return store?.subscribe(state => {
    const now = shown(state)
    const text = JSON.stringify(now)
    if (text !== before) announce(now)
    before = text
  })
}

/** Starts the code in this thread, for trusted plugins, the command line and tests. */
export function startHere(
  kernel: Kernel,
  load: (entry: string) => Promise<unknown>,
  watch: (port: PortLike, failed: (reason: FretworkError) => void) => void = () => undefined,
): ExternalParts['start'] {
  return async (handlers, failed) => {
    const [here, there] = localPorts()
    watch(there, failed)
    const clock = kernel.get(CLOCK)
    const timers = new Set<Disposable>()
    const keep = (timer: Disposable) => {
      timers.add(timer)
      return () => {
        timer.dispose()
        timers.delete(timer)
      }
    }
    servePlugin({
      port: there,
      load,
      clock: () => ({
        now: () => clock.now(),
        after: (ms, run) => keep(clock.after(ms, run)),
        every: (ms, run) => keep(clock.every(ms, run)),
      }),
    })
    const channel = new Channel(here, handlers, error => kernel.log.error(error.message))
    return {
      channel,
      end() {
        for (const timer of timers) timer.dispose()
        channel.close()
      },
    }
  }
}

/** Migrates a plugin's synced values from version 1.2, which had one settings section per plugin. */
export function takeOverValues({ platform, settings, tenant }: Kernel, plugin: string): void {
  const place = tenant.storageKey(`Data.${plugin}`)
  const old = storedJson(pluginDataSettings.schema, platform.storage.get(place))
  if (!old) return
  settings.store(pluginDataSettings).change(({ values }) => {
    const all = { ...values }
    for (const [user, rows] of Object.entries(old.values)) {
      const named = Object.entries(rows).map(([key, value]) => [`${plugin} ${key}`, value])
      all[user] = { ...Object.fromEntries(named), ...all[user] }
    }
    return { values: all }
  })
  platform.storage.remove(place)
}
