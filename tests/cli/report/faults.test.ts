import { expect, it } from 'vitest'
import { runFault } from './fault-run.js'
import { MIDI_FAULTS } from './midi-faults.js'

// All fifty are switched on by `npm run soak -- problem-reports`.
const SAMPLE = MIDI_FAULTS.filter((_, index) => index % 7 === 0)

it.each(SAMPLE)('a report shows that $name, on any machine, in a few messages', async fault => {
  const { found, faulty, mended, steps } = await runFault(fault, 1)
  expect(found).toBeDefined()
  expect([faulty, mended]).toEqual(['STILL FAILING', 'FIXED'])
  expect(steps).toBeLessThanOrEqual(10)
})

it('no report of playing without a fault shows one', async () => {
  const none = { name: 'none', on: () => () => undefined }
  for (const seed of [1, 2, 3])
    expect(await runFault(none, seed)).toMatchObject({ found: undefined, faulty: 'SAME' })
})
