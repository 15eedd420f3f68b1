// Faults in how MIDI is handled, one at a time: found by a replay, and shown by a smaller report.
import { runFault } from '../../tests/cli/report/fault-run.js'
import { MIDI_FAULTS } from '../../tests/cli/report/midi-faults.js'

const runs = []
for (const fault of MIDI_FAULTS) {
  const run = await runFault(fault, 1)
  runs.push(run)
  const { faulty, small, mended, steps, name } = run
  console.log(
    `${faulty.padEnd(10)} ${small.padEnd(10)} ${mended.padEnd(10)} ${String(steps).padStart(3)} steps  ${name}`,
  )
}
const found = runs.filter(
  ({ violations, faulty, small, mended }) =>
    violations.length > 0 && [faulty, small].every(word => word === 'DIFFERENT') && mended === 'SAME',
)
console.log(`${found.length} of ${runs.length} found by the rules, by the replay and by the smaller report`)
if (found.length < runs.length) process.exitCode = 1
