// What it costs to be able to report a problem: MIDI in → neck with the watch of problem reports, next to the same
// without it; and how long it takes to make, to write and to check a report of two minutes.
import { createKernel } from '../../src/core/kernel/host/kernel.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { NECK } from '../../src/plugins/fretboard/tokens.js'
import { MIDI_INPUT } from '../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { PROBLEM_REPORTS } from '../../src/plugins/problem-report/tokens.js'
import { playing } from '../../tests/cli/report/playing.js'
import { median, reportFigure, reportRatio } from '../support/harness.js'

const ROUNDS = 15
/** Two minutes of much playing. */
const messages = playing(7, 20_000)

async function neckKernel(watched: boolean) {
  const kernel = createKernel({ platform: memoryPlatform({ host: 'node' }), plugins: PLUGINS })
  await kernel.host.activate('fretboard')
  if (watched) await kernel.host.activate('problem-report')
  kernel.get(NECK)
  return kernel
}

const kernels = { plain: await neckKernel(false), watched: await neckKernel(true) }
const times: Record<keyof typeof kernels, number[]> = { plain: [], watched: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of ['plain', 'watched'] as const) {
    const input = kernels[name].get(MIDI_INPUT)
    const began = performance.now()
    for (const { port, bytes, string } of messages) {
      input.receive(bytes, { portId: port, ...(string !== undefined && { string }) })
    }
    // The first rounds compile.
    if (round >= 3) times[name].push((performance.now() - began) / messages.length)
  }
}
reportRatio({
  name: 'a MIDI message to the neck, watched for problem reports, next to not watched',
  figure: median(times.watched) * 1000,
  peer: median(times.plain) * 1000,
  unit: 'µs',
  limit: 2,
})

const reports = kernels.watched.get(PROBLEM_REPORTS)
const tools = await reports.tools()
const began = performance.now()
const report = await reports.capture()
const captured = performance.now()
const bytes = tools.write(report)
const written = performance.now()
tools.failures(report)
const checked = performance.now()
reportFigure({
  name: `a report of ${report.steps.length} steps is made`,
  figure: captured - began,
  unit: 'ms',
  limit: 2000,
})
reportFigure({
  name: `it is written, ${Math.round(bytes.length / 1000)} kB`,
  figure: written - captured,
  unit: 'ms',
  limit: 3000,
})
reportFigure({ name: 'it is checked', figure: checked - written, unit: 'ms', limit: 5000 })
for (const kernel of Object.values(kernels)) kernel.dispose()
