// Reads files with the Fretwork installation in a given folder, in a separate process. Prints time per song
// and peak memory.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [root, ...files] = process.argv.slice(2)
const load = path => import(pathToFileURL(join(root, path)).href)
const { createNodeKernel } = await load('cli/platform/node-kernel.ts')
const { memoryStorage } = await load('src/core/platform/memory-platform.ts')
const { SONG_READER } = await load('src/plugins/midi-file/tokens.ts')
const { MIDI_PLUGINS } = await load('src/plugins/midi-plugins.ts')

const ROUNDS = 7
const WARM_UP = 3

const kernel = createNodeKernel(MIDI_PLUGINS, { storage: memoryStorage() })
await kernel.host.activate('midi-file')
const reader = kernel.get(SONG_READER)
const times = new Map()
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(file))
    const began = performance.now()
    const isSong = await reader.read(bytes, file).then(
      () => true,
      () => false,
    )
    if (isSong && round >= 0) times.set(file, [...(times.get(file) ?? []), performance.now() - began])
  }
}
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ times: Object.fromEntries(times), megabytes }))
process.exit()
