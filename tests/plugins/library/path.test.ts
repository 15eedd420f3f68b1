// Limits the number of source files between a dropped file and the open song: files outside `src/core` in
// which code runs until `SONG_OPENED`. The worker's entry point is added, because Node has no workers. The
// first drop isn't counted, because it also loads plugins. The neck isn't part of the path: it follows later.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { FILES_DROPPED } from '../../../src/core/events/app-events.js'
import { EVENTS } from '../../../src/core/kernel/tokens.js'
import library from '../../../src/plugins/library/index.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import player from '../../../src/plugins/player/index.js'
import { SONG_OPENED } from '../../../src/plugins/player/tokens.js'
import scoreFiles from '../../../src/plugins/score-files/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { watchFiles } from '../../support/watch-files.js'

const DATA = resolve('../shared/data')
const present = existsSync(DATA)
if (!present) console.warn(`Skipped the path of real songs: ${DATA} is missing.`)

it.skipIf(!present).each([
  ['midi/GonzoSurf.mid', 22, 'src/plugins/midi-file/songs.worker.ts'],
  // Unlike the first song, this song has pitch bends, remarks and notes at the beginning.
  ['midi/SpiritWaltz.mid', 24, 'src/plugins/midi-file/songs.worker.ts'],
  ['guitar-pro/guitarpro5/serenade.gp5', 25, 'src/plugins/score-files/scores.worker.ts'],
])('opening the dropped file %s involves at most %i source files', async (name, most, worker) => {
  const { kernel } = await openKernel({
    plugins: [midiFile, scoreFiles, player, library],
    overrides: [
      [MIDI_INPUT, { receive: () => undefined, release: () => undefined }],
      [MIDI_OUTPUT, { send: () => undefined }],
    ],
    route: '/fretboard',
  })
  const paths: (readonly string[])[] = []
  // Listens before the plugins do, so that their reactions to the open song aren't counted.
  kernel.get(EVENTS).on(SONG_OPENED, () => paths.push(filesSince()))
  for (const id of ['player', 'library']) await kernel.host.activate(id)
  const bytes = readFileSync(resolve(DATA, name))
  const filesSince = watchFiles()
  for (const drop of [1, 2]) {
    filesSince()
    kernel.get(EVENTS).emit(FILES_DROPPED, { files: [new File([bytes], name)] })
    await vi.waitFor(() => expect(paths).toHaveLength(drop), 10_000)
  }
  const path = [...(paths[1] ?? []).filter(file => !file.startsWith('src/core/')), worker]
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(most)
  expect(path).toContain('src/plugins/library/import/song-imports.ts')
  expect(path).toContain('src/plugins/midi-file/song-formats.ts')
  expect(path).toContain('src/plugins/player/session/song-session.ts')
})
