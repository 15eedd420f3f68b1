import type { CommandContext, PluginContext, PluginRuntime } from '../../core/kernel/plugin.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { type ApartStart, Channel, throttled } from '../protocol.js'
import type { OpenScreens } from './screens.js'
import { StandIns } from './stand-ins.js'
import { type AddedItems, workerContext } from './worker-context.js'

interface Running {
  readonly start: ApartStart
  readonly runtime: PluginRuntime
  readonly context: PluginContext
  readonly standIns: StandIns
}

const HEARD = ['store', 'service', 'settings', 'words', 'commands', 'event', 'storage.changed']
const PROGRESS_EVERY_MS = 50
const items: AddedItems = new Map()
let standIns: StandIns | undefined
const cancels = new Map<string, AbortController>()
let running: Running | undefined
let screens: Promise<OpenScreens> | undefined

export function runPlugin(port: MessagePort): void {
  const early: Record<string, (...args: never[]) => unknown> = {
    ping: () => undefined,
    refused: (message: string) => console.error(message),
    start: (given: ApartStart) => begin(given),
    command: (id: string, args: never) => runCommand(channel, id, args),
    cancel: (id: string) => cancels.get(id)?.abort(),
    choices: (command: string, argument: string, asked: never) => {
      const { runtime, context } = now()
      return runtime.choices?.[command]?.[argument]?.(context, asked)
    },
    'item.call': (number: number, name: string, args: readonly never[]) => {
      const item = items.get(number)
      const method = item && Object.hasOwn(item, name) ? item[name] : undefined
      return typeof method === 'function' ? method.apply(item, args) : undefined
    },
    'screen.close': async (key: number) => (await screens)?.close(key),
  }
  for (const name of HEARD) early[name] = (...args: never[]) => standIns?.heard[name]?.(...args)
  const channel: Channel = new Channel(withScreens(port), early, error => console.error(error))

  async function begin(start: ApartStart): Promise<void> {
    const made = new StandIns(start, channel)
    standIns = made
    const { default: runtime } = await import(/* @vite-ignore */ start.base + start.entry)
    if (typeof runtime !== 'object' || runtime === null) {
      const message = `${start.entry} exports no runtime. Its author needs to add export default defineRuntime({ … }).`
      throw new FretworkError('runtime_missing', message)
    }
    const context = workerContext({ start, channel, standIns: made, runtime, items })
    running = { start, runtime, context, standIns: made }
    await runtime.activate?.(context)
  }
}

/** Handles screens outside of the channel, because the channel cannot transfer ports. */
function withScreens(port: MessagePort) {
  const outer = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: (message: unknown, transfer: Transferable[]) => port.postMessage(message, transfer),
  }
  port.onmessage = event => {
    const { name, call, args } = Object(event.data) as {
      name?: string
      call?: number
      args?: readonly unknown[]
    }
    const [drawn] = event.ports
    if (name !== 'screen.open' || !drawn) return outer.onmessage?.(event)
    openScreen(String(args?.[0]), Number(args?.[1]), drawn).then(
      () => port.postMessage({ answer: call }),
      (error: Error) =>
        port.postMessage({ answer: call, failure: { code: 'screen_failed', message: error.message } }),
    )
  }
  return outer
}

async function openScreen(name: string, key: number, port: MessagePort): Promise<void> {
  // Load the document first, because react-dom checks for it on load.
  screens ??= import('./document.js')
    .then(() => import('./screens.js'))
    .then(({ openScreens }) => openScreens())
  const open = await screens
  const { runtime, context, standIns, start } = now()
  const load = runtime.screens && Object.hasOwn(runtime.screens, name) ? runtime.screens[name] : undefined
  if (!load)
    throw new FretworkError('screen_missing', `The plugin "${start.plugin}" has no screen "${name}".`)
  const module = (await load()) as { readonly default?: unknown }
  open.show(key, module.default as never, port, { plugin: start.plugin, context, standIns })
}

async function runCommand(channel: Channel, id: string, args: never): Promise<unknown> {
  const { runtime, context, start } = now()
  const handler = runtime.commands && Object.hasOwn(runtime.commands, id) ? runtime.commands[id] : undefined
  if (!handler) {
    const message = `The plugin "${start.plugin}" declares "${id}" but has no handler for it.`
    throw new FretworkError('command_without_handler', message)
  }
  const ending = new AbortController()
  cancels.set(id, ending)
  const control: CommandContext = {
    ...context,
    signal: ending.signal,
    progress: throttled(PROGRESS_EVERY_MS, (fraction, text) => {
      if (cancels.get(id) === ending) channel.say('progress', [id, fraction, text])
    }),
  }
  try {
    return await handler(control, args)
  } finally {
    cancels.delete(id)
  }
}

function now(): Running {
  if (running) return running
  throw new FretworkError('plugin_unavailable', 'The plugin has not started.')
}
