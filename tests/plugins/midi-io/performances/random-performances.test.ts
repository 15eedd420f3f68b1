// Thousands of random performances over ports as browsers have them: whatever happens, nothing hangs.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { RULES } from './performance-rules.js'
import { makeStage } from './random-stage.js'

describe('random performances, with thru, ports that come and go, panics and hidden pages', () => {
  for (const { name, runs, seed, property } of RULES) {
    it(name, async () => {
      await fc.assert(property(), rounds(runs, seed))
    })
  }

  it('are not silent of themselves: an instrument that is not silenced goes on', async () => {
    const { output, clock, sounding } = await makeStage()
    output.noteOn(60)
    await clock.advance(100)
    expect(sounding()).toEqual(['note 0:60'])
  })
})
