import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { EVENTS } from '../../../src/core/kernel/tokens.js'
import library from '../../../src/plugins/library/index.js'
import { SONG_IMPORTS } from '../../../src/plugins/library/tokens.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import player from '../../../src/plugins/player/index.js'
import { SONG_OPENED, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import scoreFiles from '../../../src/plugins/score-files/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { watchFiles } from '../../support/watch-files.js'

const DATA = resolve('../shared/data')
const present = existsSync(DATA)

it.skipIf(!present).each([
  ['midi/GonzoSurf.mid', 25],
  ['guitar-pro/guitarpro5/accentuations.gp5', 25],
])('%s crosses at most %i files', async (name, most) => {
  const { kernel } = await openKernel({
    plugins: [midiFile, scoreFiles, player, library],
    overrides: [
      [MIDI_INPUT, { receive: () => undefined, release: () => undefined }],
      [MIDI_OUTPUT, { send: () => undefined, prepare: () => undefined }],
    ],
    route: '/fretboard',
  })
  let path: readonly string[] = []
  kernel.get(EVENTS).on(SONG_OPENED, () => {
    path = filesSince()
  })
  for (const id of ['player', 'library']) await kernel.host.activate(id)
  const open = () => {
    const bytes = readFileSync(resolve(DATA, name))
    return kernel
      .get(SONG_IMPORTS)
      .take([{ name, size: bytes.length, bytes: async () => new Uint8Array(bytes) }], {
        keep: false,
        open: true,
      })
  }
  const filesSince = watchFiles()
  for (let i = 0; i < 2; i++) {
    filesSince()
    expect(await open()).toBe(true)
    kernel.get(SONG_SESSION).close()
    const p = path.filter(f => !f.startsWith('src/core'))
    if (i) console.log(i, name, p.length, p.join('\n'))
  }
})
