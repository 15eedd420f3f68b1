import { expect, it } from 'vitest'
import { runFault } from './fault-run.js'
import { MIDI_FAULTS } from './midi-faults.js'

// All of them are switched on by `npm run soak -- problem-reports`.
const SAMPLE = MIDI_FAULTS.filter((_, index) => index % 12 === 0)

it.each(SAMPLE)(
  'A replay finds that $name, and fewer messages show it',
  async fault => {
    const { violations, steps, ...words } = await runFault(fault, 1)
    expect(violations).not.toEqual([])
    expect(words).toEqual({ name: fault.name, faulty: 'DIFFERENT', small: 'DIFFERENT', mended: 'SAME' })
    expect(steps).toBeLessThanOrEqual(150)
  },
  120_000,
)

it('Playing without a fault shows what MIDI and the neck demand', async () => {
  const none = { name: 'none', on: () => () => undefined }
  expect(await runFault(none, 1)).toMatchObject({ violations: [], faulty: 'SAME' })
}, 120_000)
