/** Runs a plugin's code at one end of a channel: in the sandbox's worker, in the page, or in Node. */
import { FretworkError } from '../../core/platform/fretwork-error.js'
import type { PanelEvent } from '../panel.js'
import { Channel, type PluginStart, type PortLike, throttled } from '../protocol.js'
import type { Clock, Plugin } from '../sdk.js'
import { PluginSide } from './plugin-side.js'

const PROGRESS_EVERY_MS = 50

export interface Serving {
  readonly port: PortLike
  /** Imports the script and returns its exports. */
  readonly load: (entry: string) => Promise<unknown>
  readonly clock: (start: PluginStart) => Clock
}

/** @returns a function that reports an uncaught plugin error */
export function servePlugin({ port, load, clock }: Serving): (error: unknown) => void {
  const running = new Map<string, AbortController>()
  let side: PluginSide | undefined

  const start = async (given: PluginStart) => {
    const definition = pluginFrom(await load(given.entry))
    side = new PluginSide(given, channel, clock(given))
    await side.setUp(definition)
  }
  const command = async (id: string, args: never) => {
    const ending = new AbortController()
    running.set(id, ending)
    const progress = throttled(PROGRESS_EVERY_MS, (fraction: number | undefined, text?: string) => {
      if (running.get(id) === ending) channel.say('progress', [id, fraction, text])
    })
    try {
      return await now().run(id, args, { signal: ending.signal, progress })
    } finally {
      running.delete(id)
    }
  }
  const now = () => {
    if (side) return side
    throw new FretworkError('plugin_unavailable', 'The plugin has not started.')
  }
  const channel: Channel = new Channel(
    port,
    {
      ping: () => undefined,
      refused: (message: string) => console.error(message),
      start,
      command,
      cancel: (id: string) => running.get(id)?.abort(),
      suggest: (id: string, argument: string, typed: string) => now().suggest(id, argument, typed),
      read: (format: number, bytes: Uint8Array) => now().read(format, bytes),
      'panel.shown': (shown: boolean) => side?.panel.show(shown),
      'panel.event': (event: PanelEvent) => now().panel.handle(event),
      heard: (name: string, ...values: never[]) => side?.heard(name, values),
    },
    error => console.error(error),
  )
  return error => side?.fail(error)
}

/** @throws FretworkError `plugin_missing` */
export function pluginFrom(module: unknown): Plugin {
  const found = Object(module) as { readonly default?: Partial<Plugin> }
  if (typeof found.default?.setup === 'function') return found.default as Plugin
  const message =
    'The module does not export a plugin: write export default plugin({ …, setup(context) { … } }).'
  throw new FretworkError('plugin_missing', message)
}
