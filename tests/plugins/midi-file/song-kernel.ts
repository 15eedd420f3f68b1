/** A kernel with songs in it, on the fretboard page, and MIDI ports that only remember. */
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import type { MemoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import type { FetchBytes } from '../../../src/plugins/midi-file/tokens.js'
import { SONG_PAGE, SONG_SESSION, type SongFile } from '../../../src/plugins/midi-file/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'

export async function songKernel(
  options: {
    platform?: MemoryPlatform
    chosen?: SongFile
    more?: readonly PluginManifest[]
    fetch?: FetchBytes
  } = {},
) {
  /** What the file dialog was told to offer. */
  const offered: (readonly string[])[] = []
  const received: { bytes: readonly number[]; portId: string }[] = []
  const sent: (readonly number[])[] = []
  const saved: { name: string; content: string | Uint8Array }[] = []
  const kernel = await createTestKernel({
    plugins: [midiFile, ...(options.more ?? [])],
    platform: options.platform,
    overrides: [
      [
        MIDI_INPUT,
        {
          receive: (bytes: readonly number[], { portId }: { portId: string }) => {
            received.push({ bytes, portId })
          },
          release: () => undefined,
        },
      ],
      [MIDI_OUTPUT, { send: (bytes: readonly number[]) => void sent.push(bytes) }],
      [
        SONG_PAGE,
        async () => ({
          async chooseFiles(endings: readonly string[]) {
            offered.push(endings)
            return options.chosen ? [options.chosen] : []
          },
          save: (name: string, content: string | Uint8Array) => void saved.push({ name, content }),
          origin: 'https://fretwork.example',
          fetch: options.fetch ?? (async () => ({ ok: false, arrayBuffer: async () => new ArrayBuffer(0) })),
        }),
      ],
      // No neck: the plugin must do without it.
      [NECK_VIEW, undefined],
    ],
  })
  kernel.commands.setContext('loggedIn', true)
  kernel.commands.setContext('route', '/fretboard')
  await kernel.host.activate('midi-file')
  return { kernel, received, sent, offered, saved, session: kernel.get(SONG_SESSION) }
}
