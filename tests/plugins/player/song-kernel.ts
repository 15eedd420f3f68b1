/** Kernel with the song plugins on the fretboard page, with MIDI ports that do nothing. */
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import type { FetchBytes, UserFile } from '../../../src/core/platform/ports.js'
import { NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import { TAB_MEMORY, type TabMemory } from '../../../src/plugins/library/import/open-song.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import { SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import { SONG_PLUGINS } from './songs.js'

export async function songKernel(
  options: {
    chosen?: UserFile
    more?: readonly PluginManifest[]
    fetch?: FetchBytes
    tab?: Pick<TabMemory, 'before' | 'write'>
  } = {},
) {
  const platform = memoryPlatform()
  const { page } = platform
  if (options.chosen) page.chosen = [options.chosen]
  if (options.fetch) page.fetch = options.fetch
  const { kernel, notices, run } = await openKernel({
    plugins: [...SONG_PLUGINS, ...(options.more ?? [])],
    platform,
    overrides: [
      [MIDI_INPUT, { receive: () => undefined, release: () => undefined }],
      [MIDI_OUTPUT, { send: () => undefined, prepare: () => undefined }],
      // The plugin must work without a neck.
      [NECK_VIEW, undefined],
      ...(options.tab
        ? [[TAB_MEMORY, async (name: string) => (name === 'Setlist' ? options.tab : undefined)] as const]
        : []),
    ],
    route: '/fretboard',
    activate: ['player', 'practice', 'library'],
  })
  return { kernel, notices, run, saved: page.saved, session: kernel.get(SONG_SESSION) }
}
