// Are the random performances random enough? Each of these faults must be found by one of their rules.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { FAULTS, outputWith } from './faulty-lane.js'
import { RULES } from './performance-rules.js'

for (const fault of FAULTS) {
  it(`the random performances find it when ${fault.name}`, async () => {
    const makeOutput = await outputWith(fault)
    for (const { property, runs, seed } of RULES) {
      const { failed } = await fc.check(property(makeOutput), { ...rounds(runs, seed), endOnFailure: true })
      if (failed) return
    }
    expect.fail('no rule has found it')
  })
}
