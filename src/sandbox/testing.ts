/** Entry point of `@fretwork/sdk/testing`: runs a plugin in a complete in-memory Fretwork. */
import { packPlugin } from './describe.js'
import { runInMemory } from './in-memory.js'
import type { PanelData, PanelEvent } from './panel.js'
import type { Fields, NeckMark, Plugin, Position } from './sdk.js'

export type { PanelData, PanelEvent } from './panel.js'

/** A plugin that runs in a test. All permissions that it requests are granted. */
export interface TestedPlugin {
  /** MIDI messages that the plugin has sent. */
  readonly sent: readonly (readonly number[])[]
  /** Runs a command: `tap` of the plugin, or `fretboard.set-scale` of Fretwork. */
  run(command: string, args?: object): Promise<unknown>
  /** Changes the plugin's settings. Filters update at most four times per second: call `advance(250)`. */
  set(change: object): Promise<void>
  /** Opens a file as a song. @throws Error with the reason if it cannot be read */
  open(
    name: string,
    content: string | Uint8Array,
  ): Promise<{ readonly title: string; readonly lengthMs: number } | undefined>
  /** Replaces the selected positions on the neck. */
  select(positions: readonly Position[]): Promise<void>
  /** The plugin's marks on the neck. */
  marks(): readonly NeckMark[]
  /** MIDI notes that sound on the neck, in ascending order. */
  sounding(): readonly number[]
  /** Plays a note on a device. @param velocity 0–1 */
  play(note: number, velocity?: number, channel?: number): Promise<void>
  release(note: number, channel?: number): Promise<void>
  /** The panel as the app draws it. */
  panel(): Promise<PanelData | undefined>
  /** Presses a button or list item of the panel, or changes a field. */
  act(event: PanelEvent): Promise<void>
  /** Advances the plugin's clock. */
  advance(ms: number): Promise<void>
  /** Messages shown to the user. */
  readonly notices: readonly string[]
  /** Stops the plugin. @throws Error if the plugin leaves anything behind */
  stop(): void
}

/** Starts a plugin for a test. @throws the error of its `setup` */
export async function testPlugin<S extends Fields>(
  definition: Plugin<S>,
  options: {
    /** Default: `['en']`. */
    readonly languages?: readonly string[]
    /** Path of the open page; default: `/fretboard`. */
    readonly page?: string
    /** Network responses by URL: strings, or values sent as JSON. */
    readonly responses?: Readonly<Record<string, unknown>>
  } = {},
): Promise<TestedPlugin> {
  const { translations = {} } = definition
  const load = async () => ({ default: definition })
  const json = await packPlugin({
    ...{ version: '0.0.0', entry: 'index.js', files: [], load },
    hash: () => `sha384-${'A'.repeat(64)}`,
    write: () => undefined,
  })
  return runInMemory({ json, load, locale: language => translations[language] ?? {} }, options)
}
