// Limits the number of source files between a device’s MIDI message and the lights on the neck.
import { expect, it, onTestFinished } from 'vitest'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import { neckGeometry } from '../../../src/plugins/fretboard/neck/neck-geometry.js'
import { NECK } from '../../../src/plugins/fretboard/tokens.js'
import { LiveNeck } from '../../../src/plugins/fretboard/ui/lights/live-neck.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { watchFiles } from '../../support/watch-files.js'

const GK3 = { id: 'gk3', name: 'GK-3 Guitar', manufacturer: 'Roland' }
const MOST_FILES = 12

/** File that paints the lights. It does not run here because Node has no canvas. */
const PAINTER = 'src/plugins/fretboard/ui/lights/light-painter.ts'
/** Clock, stores and fake devices, which are not part of a note’s path. */
const TOOLS = /^src\/core\/(kernel|platform|testing)\//

it('a note passes through at most twelve source files and no event bus before it lights up', async () => {
  const { kernel, midi } = await openKernel({
    plugins: [midiIo, fretboard],
    midi: { permission: 'granted', inputs: [GK3] },
    activate: ['midi-io', 'fretboard'],
  })
  const model = kernel.get(NECK)
  const frames: (() => void)[] = []
  const shown: (readonly string[])[] = []
  const changed: (readonly string[])[] = []
  const filesSince = watchFiles()
  const neck = new LiveNeck(
    model,
    { show: () => shown.push(filesSince()) },
    { request: draw => frames.push(draw), cancel: () => undefined },
  )
  const watching = model.onPositions(() => changed.push(filesSince()))
  onTestFinished(() => {
    neck.dispose()
    watching.dispose()
  })
  const range = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 12 }
  const geometry = neckGeometry({ ...range, leftHanded: false, nutRight: false, vertical: false })
  neck.attach({ querySelectorAll: () => [] } as unknown as Element, geometry)
  const play = (bytes: readonly number[]) => {
    filesSince()
    midi.play(GK3.id, bytes)
    filesSince()
    for (const draw of frames.splice(0)) draw()
  }
  // The first note also sets up its port.
  play([0x90, 64, 100])
  play([0x80, 64, 64])
  play([0x90, 64, 100])

  const path = [...new Set([...(changed.at(-1) ?? []), ...(shown.at(-1) ?? []), PAINTER])].filter(
    file => !TOOLS.test(file),
  )
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  expect(path).toContain('src/plugins/midi-io/devices/web-midi-access.ts')
  expect(path).toContain('src/plugins/fretboard/ui/lights/live-neck.ts')
  expect(path.filter(file => file.startsWith('src/core/'))).toEqual([])
})
