// Three devices with two tabs each, through whatever may happen. `npm run soak` runs 10,000 schedules.
import { expect, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { runSchedule } from './schedule.js'

/** A schedule takes some milliseconds; fewer would not reach the rarer faults. */
const SCHEDULES = process.env.PROPERTY_ROUNDS ? rounds(10_000).numRuns : 200

it(`devices end up equal and lose no acknowledged change, in ${SCHEDULES} schedules`, async () => {
  for (let seed = 0; seed < SCHEDULES; seed += 1) expect(await runSchedule(seed), `seed ${seed}`).toEqual([])
})
