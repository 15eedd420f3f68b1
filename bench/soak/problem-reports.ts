// Fifty faults in how MIDI is handled, one at a time: found, saved, replayed with the same verdict, and made smaller.

import { runFault } from '../../tests/cli/report/fault-run.js'
import { MIDI_FAULTS } from '../../tests/cli/report/midi-faults.js'

const runs = []
for (const fault of MIDI_FAULTS) {
  const run = await runFault(fault, 1)
  runs.push(run)
  const { found = 'not found', faulty, mended, steps, name } = run
  console.log(
    `${found.padEnd(18)} ${faulty.padEnd(14)} ${mended.padEnd(8)} ${String(steps).padStart(3)} steps  ${name}`,
  )
}
const found = runs.filter(run => run.faulty === 'STILL FAILING' && run.mended === 'FIXED')
const small = runs.filter(({ steps }) => steps <= 10)
console.log(
  `${found.length} of ${runs.length} found, saved and replayed with the same verdict; ${small.length} in at most 10 steps`,
)
if (found.length < runs.length) process.exitCode = 1
