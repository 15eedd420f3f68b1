/** Entry point of `@fretwork/sdk/testing`: runs a plugin in a whole Fretwork in memory. */

import { NOTICE } from '../core/events/notices.js'
import { manifestFromJson } from '../core/kernel/external-manifest.js'
import { EVENTS, type Kernel } from '../core/kernel/tokens.js'
import { memoryPlatform } from '../core/platform/memory-platform.js'
import { createTestKernel, expectNoLeaks } from '../core/testing/test-kernel.js'
import { noteOff, noteOn } from '../music/midi/midi-message.js'
import { MIDI_INPUT, MIDI_SENT } from '../plugins/midi-io/tokens.js'
import { PLUGINS } from '../plugins/plugin-list.js'
import { packPlugin } from './describe.js'
import { type ExternalPanel, externalRuntime, startHere } from './host/external-runtime.js'
import { SERVICES } from './host/offered.js'
import type { PanelData, PanelEvent } from './panel.js'
import type { Fields, Plugin } from './sdk.js'

export interface TestOptions {
  /** Default: `['en']`. */
  readonly languages?: readonly string[]
  /** Path of the page that is open; default: `/fretboard`. */
  readonly page?: string
}

/** A plugin that runs in a test. All permissions that it requests are granted. */
export interface TestedPlugin {
  readonly kernel: Kernel
  /** Messages that the plugin has sent to the output. */
  readonly sent: readonly (readonly number[])[]
  /** Runs one of the plugin's commands. */
  run(command: string, args?: object): Promise<unknown>
  /** Plays a note on a device. @param velocity 0–1 */
  play(note: number, velocity?: number, channel?: number): Promise<void>
  release(note: number, channel?: number): Promise<void>
  /** The panel as the app draws it. */
  panel(): Promise<PanelData | undefined>
  /** Presses a button or list item of the panel, or changes a field. */
  act(event: PanelEvent): Promise<void>
  /** Advances the plugin's clock. */
  advance(ms: number): Promise<void>
  /** Messages that were shown to the user. */
  readonly notices: readonly string[]
  /** Stops the plugin. @throws Error if the plugin leaves anything behind */
  stop(): void
}

/** Starts a plugin for a test. @throws the error of its `setup` */
export async function testPlugin<S extends Fields>(
  definition: Plugin<S>,
  { languages = ['en'], page = '/fretboard' }: TestOptions = {},
): Promise<TestedPlugin> {
  const platform = memoryPlatform({ languages: [...languages] })
  const kernel = await createTestKernel({ platform, plugins: PLUGINS })
  kernel.commands.setContext('loggedIn', true)
  await kernel.host.trigger(`route:${page}`)

  const { id, translations = {} } = definition
  const json = await packPlugin(
    { default: definition },
    {
      version: '0.0.0',
      entry: 'index.js',
      files: [],
      hash: () => `sha384-${'A'.repeat(64)}`,
      write: () => undefined,
    },
  )
  let panel: ExternalPanel | undefined
  const manifest = manifestFromJson(json, {
    services: SERVICES,
    locale: async path => ({
      default: { ...translations[/locales\/(.+)\.json/.exec(path)?.[1] ?? ''] },
    }),
    load: async () => ({
      default: externalRuntime({
        kernel,
        manifest: () => manifest,
        entry: 'index.js',
        locale: async language => translations[language] ?? {},
        start: startHere(kernel, async () => ({ default: definition })),
        screen: async given => {
          panel = given
        },
      }),
    }),
  })
  kernel.host.add(manifest)
  await kernel.host.activate(id)
  if (json.panel) await kernel.host.loadScreen(id, 'Panel').catch(() => undefined)
  panel?.show(true)

  const sent: (readonly number[])[] = []
  const notices: string[] = []
  const listening = [
    kernel.get(EVENTS).on(MIDI_SENT, ({ bytes }) => sent.push(bytes)),
    kernel.get(EVENTS).on(NOTICE, ({ message, values }) => notices.push(`${values?.sentence ?? message}`)),
  ]
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setTimeout(resolve, 0))
  }
  const receive = async (bytes: readonly number[]) => {
    kernel.get(MIDI_INPUT).receive(bytes, { portId: 'test' })
    await settled()
  }
  return {
    kernel,
    sent,
    run: (command, args) => kernel.commands.attempt(`${id}.${command}`, args),
    play: (note, velocity = 0.8, channel = 1) => receive(noteOn(channel, note, velocity)),
    release: (note, channel = 1) => receive(noteOff(channel, note)),
    panel: async () => {
      // Draws at once, without waiting for the next frame.
      panel?.show(false)
      panel?.show(true)
      await settled()
      return panel?.state.getState().data
    },
    act: async event => {
      panel?.send(event)
      await settled()
    },
    advance: async ms => {
      await settled()
      await platform.clock.advance(ms)
      await settled()
    },
    notices,
    stop: () => {
      for (const each of listening) each.dispose()
      expectNoLeaks({ ...kernel, platform })
    },
  }
}
