import { describe, expect, it } from 'vitest'
import { createNodeKernel } from '../../cli/platform/node-kernel.js'
import type { PluginManifest } from '../../src/core/kernel/manifest/plugin.js'
import { noteOff, noteOn } from '../../src/core/music/midi/midi-message.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { REPLAYER } from '../../src/plugins/replay/tokens.js'

/** E4, half a second long, and a bend. */
const NOTE = Uint8Array.from([
  ...[0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96],
  ...[0x4d, 0x54, 0x72, 0x6b, 0, 0, 0, 16, ...[0, ...noteOn(1, 64, 0.8)], ...[48, 0xe0, 0, 80]],
  ...[48, ...noteOff(1, 64, 0.5), 0, 0xff, 0x2f, 0],
])

async function heard(plugins: readonly PluginManifest[]): Promise<string> {
  const kernel = createNodeKernel(plugins, { storage: memoryStorage() })
  try {
    await kernel.host.activate('replay')
    const replayer = kernel.get(REPLAYER)
    const source = await replayer.open(NOTE, 'note.mid')
    const printer = replayer.printer('ndjson', source)
    const lines: (string | undefined)[] = []
    await replayer.run(source, { fast: true, onEvent: event => void lines.push(printer.event(event)) })
    return lines.join('\n')
  } finally {
    kernel.dispose()
  }
}

describe('the plugins that a replay on the command line starts with', () => {
  it('need none that is not among them', () => {
    const kernel = createNodeKernel(MIDI_PLUGINS, { storage: memoryStorage() })
    expect(kernel.host.report.problems).toEqual([])
    kernel.dispose()
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
