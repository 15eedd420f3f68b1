import type { ArgumentChoice } from '../../core/commands/command.js'
import type { CommandControl } from '../../core/commands/command-runs.js'
import type {
  CommandHandler,
  PluginContext,
  PluginManifest,
  PluginRuntime,
} from '../../core/kernel/plugin.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { SETTINGS } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import type { ApartStart, OwnCommand } from '../protocol.js'
import { bridge } from './bridge.js'
import { dataOf, textOf } from './data.js'
import { type ApartProcess, startProcess } from './process.js'
import { apartScreen } from './sandbox-screen.js'
import { openServices, type Say } from './services.js'

const PROGRESS_TEXT = 200

export interface ApartPlugin {
  readonly kernel: Kernel
  readonly manifest: () => PluginManifest
  readonly provides: readonly string[]
  /** Base URL in the form `https://host/apart/plugin/<hash>/`. */
  readonly base: string
  readonly entry: string
  readonly styles: readonly string[]
  readonly locale: (language: string) => Promise<Readonly<Record<string, string>>>
}

export function apartRuntime(plugin: ApartPlugin): PluginRuntime {
  const { kernel, manifest } = plugin
  const screens: Record<string, () => Promise<{ default: unknown }>> = {}
  let running: ApartProcess | undefined
  const channel = () => {
    if (running) return running.channel
    throw new FretworkError('plugin_unavailable', `"${manifest().title}" is not running.`)
  }
  const addScreen = (name: string) => {
    screens[name] ??= async () => ({ default: apartScreen(name, plugin.styles, channel) })
  }
  const { contributes = {} } = manifest()
  const { routes = [], drawers = [], header = [], commands = [] } = contributes
  for (const { screen } of [...routes, ...drawers, ...header]) addScreen(screen)

  const runs = new Map<string, CommandControl>()
  const handlerOf =
    (id: string): CommandHandler =>
    async (control, args: unknown) => {
      const { signal } = control
      const stop = () => running?.channel.say('cancel', [id])
      signal.addEventListener('abort', stop, { once: true })
      runs.set(id, control)
      try {
        return await channel().call('command', [id, args])
      } finally {
        signal.removeEventListener('abort', stop)
        if (runs.get(id) === control) runs.delete(id)
      }
    }
  const progress = (id: string, fraction: unknown, text: unknown) => {
    const known = typeof fraction === 'number' && fraction >= 0 && fraction <= 1 ? fraction : undefined
    const sentence = textOf(text, PROGRESS_TEXT)
    runs.get(id)?.progress(known, sentence === '' ? undefined : sentence)
  }
  const listerOf = (id: string, argument: string) => async (_: PluginContext, asked: unknown) =>
    ((await channel().call('choices', [id, argument, dataOf(asked)])) ?? []) as readonly ArgumentChoice[]

  return {
    screens,
    commands: Object.fromEntries(commands.map(({ id }) => [id, handlerOf(id)])),
    choices: Object.fromEntries(
      commands.map(({ id, asks = [] }) => [
        id,
        Object.fromEntries(
          asks.filter(ask => !('options' in ask)).map(ask => [ask.id, listerOf(id, ask.id)]),
        ),
      ]),
    ),
    async activate(context) {
      const say: Say = (name, ...args) => running?.channel.say(name, args)
      const call = (name: string, ...args: readonly unknown[]) => channel().call(name, args)
      const handlers = bridge({ kernel, manifest: manifest(), context, say, call, addScreen })
      const crash = (reason: FretworkError) => kernel.host.crash(manifest().id, reason)
      running = await startProcess({ ...handlers, progress }, crash)
      context.scope.onDispose(() => {
        running?.end()
        running = undefined
      })
      followAll(plugin, context, say)
      await running.channel.call('start', [await startOf(plugin, context, say)])
    },
  }
}

async function startOf(plugin: ApartPlugin, context: PluginContext, say: Say): Promise<ApartStart> {
  const { kernel, provides, base, entry } = plugin
  const manifest = plugin.manifest()
  const { id, requires = [], optional = [], lazy = [], contributes = {} } = manifest
  // Read the translations first, because only later changes are announced.
  const words = await wordsNow(plugin)
  const sections = (contributes.settings ?? []).map(
    section => [section.id, context.get(SETTINGS).store(section).getState()] as const,
  )
  return {
    ...{ plugin: id, provides, base, entry, words },
    declared: [...requires, ...optional, ...lazy].map(token => token.id),
    granted: kernel.host.grants.granted(manifest),
    services: openServices(manifest, context, say),
    settings: Object.fromEntries(sections),
    commands: commandsNow(plugin),
    timeOrigin: performance.timeOrigin,
  }
}

function commandsNow({ kernel: { commands }, manifest }: ApartPlugin): readonly OwnCommand[] {
  return (manifest().contributes?.commands ?? []).map(({ id, title }) => ({
    ...{ id, title, keys: commands.find(id)?.keys ?? [] },
    enabled: commands.isEnabled(id),
  }))
}

async function wordsNow({ kernel, locale }: ApartPlugin): Promise<ApartStart['words']> {
  const { language, locale: region } = kernel.translator.spoken.getState()
  return { language, locale: region, sentences: await locale(language) }
}

function followAll(plugin: ApartPlugin, { get, scope }: PluginContext, say: Say): void {
  const { commands, translator } = plugin.kernel
  for (const section of plugin.manifest().contributes?.settings ?? []) {
    const store = get(SETTINGS).store(section)
    scope.onDispose(store.subscribe(now => say('settings', section.id, now)))
  }
  scope.onDispose(translator.spoken.subscribe(async () => say('words', await wordsNow(plugin))))
  // Send only actual changes: conditions change often, but rarely affect this plugin's commands.
  let before = JSON.stringify(commandsNow(plugin))
  const follow = () => {
    const own = commandsNow(plugin)
    const now = JSON.stringify(own)
    if (now !== before) say('commands', own)
    before = now
  }
  scope.onDispose(commands.conditions.subscribe(follow))
  scope.onDispose(commands.all.subscribe(follow))
}
