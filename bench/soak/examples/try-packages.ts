/** Script run directly by Node: loads the built example packages into a kernel and prints the results. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pluginJson } from '../../../src/core/contract/external-plugins.js'
import { manifestFromJson } from '../../../src/core/kernel/external-manifest.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { SONG_READER } from '../../../src/plugins/midi-file/tokens.js'
import { MIDI_INPUT } from '../../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'

const [folder = '', ...ids] = process.argv.slice(2)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const kernel = await createTestKernel({
  plugins: PLUGINS,
  platform: memoryPlatform({ languages: ['de'] }),
})
kernel.commands.setContext('loggedIn', true)
kernel.commands.setContext('route', '/fretboard')
await kernel.host.trigger('route:/fretboard')

for (const id of ids) {
  const place = join(folder, id)
  const json = pluginJson.parse(read(join(place, 'plugin.json')))
  kernel.host.add(
    manifestFromJson(json, {
      load: () => import(pathToFileURL(join(place, json.entry)).href),
      locale: async path => ({ default: read(join(place, path)) }),
    }),
  )
}
await kernel.host.trigger('route:/fretboard')
await kernel.commands.execute('drone.toggle')
const { song } = await kernel.get(SONG_READER).read(new TextEncoder().encode('notes 60\nE4 1\n'))

const said = {
  states: Object.fromEntries(ids.map(id => [id, kernel.host.state(id)?.status])),
  droneNotes: kernel.get(MIDI_INPUT).soundingNotes('drone'),
  songNotes: song.tracks[0]?.notes.length,
  settings: kernel.settings.sections
    .getState()
    .map(({ id }) => id)
    .filter(id => ['Drone', 'OneChannel'].includes(id)),
  german: kernel.translator.t('drone', 'Drone'),
}
kernel.dispose()
process.stdout.write(JSON.stringify(said))
