// Thousands of random performances over ports as browsers have them: whatever happens, nothing hangs.
import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { RULES } from './performance-rules.js'

describe('random performances, with thru, ports that come and go, panics and hidden pages', () => {
  for (const { name, runs, seed, property } of RULES) {
    it(name, async () => {
      await fc.assert(property(), rounds(runs, seed))
    })
  }
})
