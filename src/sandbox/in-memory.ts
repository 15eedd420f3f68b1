/** Runs a plugin in a complete in-memory Fretwork, for tests and `fretwork plugins check`. */

import type { PluginJson } from '../core/contract/external-plugins.js'
import { NOTICE } from '../core/events/notices.js'
import { manifestFromJson } from '../core/kernel/external-manifest.js'
import { EVENTS, type Kernel } from '../core/kernel/tokens.js'
import { FretworkError } from '../core/platform/fretwork-error.js'
import { memoryPlatform } from '../core/platform/memory-platform.js'
import { fillSentence } from '../core/platform/phrases.js'
import type { HttpAnswer } from '../core/platform/ports.js'
import { createTestKernel, expectNoLeaks } from '../core/testing/test-kernel.js'
import { noteOff, noteOn } from '../music/midi/midi-message.js'
import { NECK, NECK_LAYERS, SELECTION } from '../plugins/fretboard/tokens.js'
import { SONG_IMPORTS } from '../plugins/library/tokens.js'
import { MIDI_INPUT, MIDI_SENT } from '../plugins/midi-io/tokens.js'
import { SONG_SESSION } from '../plugins/player/tokens.js'
import { PLUGINS } from '../plugins/plugin-list.js'
import {
  type ExternalPanel,
  externalRuntime,
  type RunningPlugin,
  startHere,
} from './host/external-runtime.js'
import { withHint } from './host/instead.js'
import { SERVICES } from './host/offered.js'
import { WatchedPort } from './host/watched-port.js'
import type { PanelData, PanelEvent } from './panel.js'
import type { PortLike } from './protocol.js'
import type { TestedPlugin, testPlugin } from './testing.js'
import { faultOf } from './worker/fault.js'
import { FILTER_RULE } from './worker/filter-table.js'
import { defaultsOf, FILTERS_EVERY_MS } from './worker/plugin-side.js'

export interface InMemory extends TestedPlugin {
  readonly kernel: Kernel
  /** Error shown in place of the panel. */
  panelFault(): string | undefined
  /** Errors from callbacks without a caller: listeners, timers and filters. */
  failures(): readonly string[]
  /** Runs the filters again. Fails if their results have changed although the settings have not. */
  refilter(): Promise<void>
}

export interface Runnable {
  readonly json: PluginJson
  readonly load: () => Promise<unknown>
  readonly locale: (language: string) => Readonly<Record<string, string>>
  readonly located?: (message: string) => Promise<string>
}

/** @throws the error of `setup` */
export async function runInMemory(
  { json, load, locale, located = async message => withHint(message) }: Runnable,
  { languages = ['en'], page = '/fretboard', responses }: Parameters<typeof testPlugin>[1] = {},
): Promise<InMemory> {
  const { id, entry } = json
  const platform = memoryPlatform({ languages: [...languages] })
  platform.http = async address => {
    if (responses && Object.hasOwn(responses, address)) return answerOf(responses[address])
    const reason = responses ? `the responses of testPlugin lack ${address}` : 'there is no network here'
    throw new FretworkError('network_failed', `“${json.title}” got no response: ${reason}.`)
  }
  const kernel = await createTestKernel({ platform, plugins: PLUGINS })
  kernel.commands.setContext('loggedIn', true)
  kernel.commands.setContext('route', page)
  await kernel.host.trigger(`route:${page}`)

  let panel: ExternalPanel | undefined
  let running: RunningPlugin | undefined
  const settings = () => {
    const [section] = manifest.contributes?.settings ?? []
    return section && kernel.settings.store(section)
  }
  const settingsNow = () => settings()?.getState() ?? {}
  const filters = new Map<unknown, { readonly table: string; readonly settings: string }>()
  const checkFilter = (number: unknown, found: unknown) => {
    const now = { table: JSON.stringify(found), settings: JSON.stringify(settingsNow()) }
    const before = filters.get(number)
    filters.set(number, now)
    if (before?.settings !== now.settings || before.table === now.table) return
    const message = `The functions of midi.filter depend on a variable that has changed, but ${FILTER_RULE}`
    throw new FretworkError('apart_refused', message)
  }
  const manifest = manifestFromJson(json, {
    services: SERVICES,
    locale: async path => ({ default: { ...locale(/locales\/(.+)\.json/.exec(path)?.[1] ?? '') } }),
    load: async () => ({
      default: externalRuntime({
        ...{ kernel, entry, located },
        manifest: () => manifest,
        locale: async language => locale(language),
        start: async (handlers, failed) => {
          const filter = (number: never, found: never) => {
            checkFilter(number, found)
            return handlers.filter?.(number, found)
          }
          const report = async (message: never, code: never) => {
            // Errors with other codes are meant for the plugin's users.
            if (['plugin_failed', 'apart_refused'].includes(code)) failures.push(await located(message))
            return handlers.failed?.(message)
          }
          running = await startHere(kernel, load, limited)({ ...handlers, filter, failed: report }, failed)
          return running
        },
        screen: async given => {
          panel = given
        },
      }),
    }),
  })
  /** Applies the limits of the sandbox. */
  const limited = (port: PortLike, failed: (reason: FretworkError) => void) => {
    const plugin: PortLike = { onmessage: null, postMessage: () => undefined }
    // The in-memory clock only moves with `advance`.
    const now = () => performance.now() + platform.clock.now()
    new WatchedPort(
      plugin,
      ({ code }) => {
        const message =
          code === 'apart_not_data'
            ? 'This can’t leave the sandbox; pass only numbers, strings, true, false, lists and plain objects'
            : `The plugin sends more messages than the sandbox allows; check whether a callback triggers itself: midi.onNote also receives the plugin’s own notes, with the port "${id}"`
        const fault = faultOf(new Error(message), entry)
        void located(fault).then(text => failures.push(text))
        failed(new FretworkError(code, fault))
      },
      now,
    )
    const post = port.postMessage
    port.postMessage = message => {
      plugin.onmessage?.({ data: message } as MessageEvent)
      post(message)
    }
  }
  const sent: (readonly number[])[] = []
  const notices: string[] = []
  const failures: string[] = []
  const listening = [
    kernel.get(EVENTS).on(MIDI_SENT, ({ bytes }) => sent.push(bytes)),
    kernel.get(EVENTS).on(NOTICE, ({ message, values }) => notices.push(`${values?.sentence ?? message}`)),
  ]
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setTimeout(resolve, 0))
  }
  kernel.host.add(manifest)
  let isPending = true
  const activation = kernel.host.activate(id).finally(() => {
    isPending = false
  })
  // Advance the clock while setup is pending, so that setup continues or reaches its time limit.
  for (let since = performance.now(); isPending; since = performance.now()) {
    await settled()
    if (isPending) await platform.clock.advance(performance.now() - since)
  }
  await activation
  if (json.panel) await kernel.host.loadScreen(id, 'Panel').catch(() => undefined)
  panel?.show(true)

  const settle = async (act: () => unknown) => {
    await act()
    await settled()
  }
  const receive = (bytes: readonly number[]) =>
    settle(() => kernel.get(MIDI_INPUT).receive(bytes, { portId: 'test' }))
  await settled()
  return {
    ...{ kernel, sent, notices },
    run: (command, args) => {
      if (command.includes('.')) return kernel.commands.attempt(command, args)
      const fields = json.commands?.find(each => each.id === command)?.args
      return kernel.commands.attempt(`${id}.${command}`, fields ? { ...defaultsOf(fields), ...args } : args)
    },
    set: change => settle(() => settings()?.change(change)),
    open: async (name, content) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const file = { name, size: bytes.length, bytes: async () => bytes }
      const isOpen = await kernel.get(SONG_IMPORTS).take([file], { keep: false, open: true })
      if (isOpen) return kernel.get(SONG_SESSION).view.getState().song
      const { sentence = `${name} was not opened.`, values } =
        kernel.get(SONG_IMPORTS).view.getState().at(-1)?.problem ?? {}
      throw new Error(fillSentence(sentence, values ?? {}))
    },
    select: positions => settle(() => kernel.get(SELECTION).set(positions)),
    marks: () => {
      const layers = kernel.host.extensionsOf(NECK_LAYERS).getState()
      return layers.find(layer => layer.id === id)?.marks.getState() ?? []
    },
    sounding: () => kernel.get(NECK).pitches(),
    play: (note, velocity = 0.8, channel = 1) => receive(noteOn(channel, note, velocity)),
    release: (note, channel = 1) => receive(noteOff(channel, note)),
    panel: async () => {
      // Draw immediately instead of with the next frame.
      panel?.show(false)
      panel?.show(true)
      await settled()
      return panel?.state.getState().data
    },
    failures: () => failures,
    refilter: async () => {
      running?.channel.say('heard', ['settings', settingsNow()])
      await settle(() => platform.clock.advance(FILTERS_EVERY_MS))
    },
    panelFault: () => panel?.state.getState().failed,
    act: async event => {
      checkEvent(panel?.state.getState().data, event)
      panel?.send(event)
      await settled()
    },
    advance: async ms => {
      await settled()
      await settle(() => platform.clock.advance(ms))
    },
    stop: () => {
      for (const each of listening) each.dispose()
      expectNoLeaks({ ...kernel, platform })
    },
  }
}

function answerOf(response: unknown): HttpAnswer {
  const text = typeof response === 'string' ? response : JSON.stringify(response)
  const chunks = (async function* () {
    yield new TextEncoder().encode(text)
  })()
  return { status: 200, headers: {}, redirects: false, chunks }
}

/** @throws Error if a user could not do this in the panel */
function checkEvent(panel: PanelData | undefined, event: PanelEvent): void {
  const { fields = [], buttons = [], list = [] } = panel ?? {}
  const isThere =
    event.kind === 'field'
      ? fields.some(({ id, value }) => id === event.id && typeof value === typeof event.value)
      : event.kind === 'item'
        ? list.some(({ title, runs }) => title === event.title && runs)
        : buttons.some(each => typeof each !== 'string' && each.title === event.title && !each.disabled)
  if (!isThere) throw new Error(`The panel has nothing for ${JSON.stringify(event)}, or it is disabled.`)
}
