// Three devices with two tabs each, through whatever may happen. `npm run soak` runs 10,000 schedules.
import { expect, it } from 'vitest'
import { rounds } from '../../../support/rounds.js'
import { runSchedule } from './schedule.js'

const { numRuns } = rounds(10_000)
const SCHEDULES = numRuns === 10_000 ? numRuns : 200

it(`ends with equal devices and no acknowledged change lost, in ${SCHEDULES} schedules`, async () => {
  for (let seed = 0; seed < SCHEDULES; seed += 1) expect(await runSchedule(seed), `seed ${seed}`).toEqual([])
})
