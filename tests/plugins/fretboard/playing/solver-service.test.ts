import { expect, it } from 'vitest'
import { POSITIONS } from '../../../../src/plugins/fretboard/tokens.js'
import { fretboardKernel } from '../fakes.js'

it('other plugins can still load the solver under its former plugin’s name', async () => {
  const { kernel } = await fretboardKernel()
  const { solve } = await kernel.get(POSITIONS).load()
  const tuning = { strings: [64, 59, 55, 50, 45, 40] }
  const { notes } = solve([{ onset: 0, duration: 1, pitch: 64 }], { tuning })
  expect(notes[0]?.position).toEqual({ string: 1, fret: 0 })
})
