import { describe, expect, it } from 'vitest'
import type { PluginManifest } from '../../src/core/kernel/manifest/plugin.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { REPLAYER } from '../../src/plugins/replay/tokens.js'
import { openKernel } from '../support/open-kernel.js'
import { END, midiFile } from './midi-file/midi-bytes.js'

/** E4, half a second long, and a bend. */
const NOTE = midiFile(0, [[0, 0x90, 64, 100, 48, 0xe0, 0, 80, 48, 0x80, 64, 64, ...END]], 96)

async function heard(plugins: readonly PluginManifest[]): Promise<string> {
  const { kernel } = await openKernel({ plugins, host: 'node', midi: 'none', activate: ['replay'] })
  const replayer = kernel.get(REPLAYER)
  const source = await replayer.open(NOTE, 'note.mid')
  const printer = replayer.printer('ndjson', source)
  const lines: (string | undefined)[] = []
  await replayer.run(source, { fast: true, onEvent: event => void lines.push(printer.event(event)) })
  return lines.join('\n')
}

describe('the plugins that a replay on the command line starts with', () => {
  it('include all their dependencies', async () => {
    const { kernel } = await openKernel({ plugins: MIDI_PLUGINS, host: 'node', midi: 'none' })
    expect(kernel.host.report.problems).toEqual([])
  })

  it('are of the list that every host has', () => {
    expect(MIDI_PLUGINS.filter(plugin => !PLUGINS.includes(plugin))).toEqual([])
  })

  it('understand a song as all plugins together do', async () => {
    const text = await heard(MIDI_PLUGINS)
    expect(text).toContain('"number":64')
    expect(text).toContain('"kind":"bend"')
    expect(text).toBe(await heard(PLUGINS))
  })
})
