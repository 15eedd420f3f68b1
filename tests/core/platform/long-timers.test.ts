import { expect, it } from 'vitest'
import { LONGEST_TIMER_MS, longTimers } from '../../../src/core/platform/long-timers.js'
import { HandClock } from '../../../src/core/platform/memory-platform.js'

const DAY = 24 * 60 * 60 * 1000

/** Simulates browser and Node timers, which fire immediately if the delay is too long. */
function makeHost() {
  const clock = new HandClock()
  const set = longTimers((ms, run) => clock.after(ms > LONGEST_TIMER_MS ? 1 : ms, run))
  return { clock, set }
}

it.each([0, 1, 24, 25, 60, 400])('a timer of %i days fires once, at the right time', async days => {
  const { clock, set } = makeHost()
  let fired = 0
  set(days * DAY + 5, () => {
    fired += 1
  })
  await clock.advance(days * DAY + 4)
  expect(fired).toBe(0)
  await clock.advance(1)
  expect([fired, clock.pending]).toEqual([1, 0])
})

it('a timer of 60 days can be canceled after 50', async () => {
  const { clock, set } = makeHost()
  const timer = set(60 * DAY, () => expect.unreachable())
  await clock.advance(50 * DAY)
  timer.dispose()
  expect(clock.pending).toBe(0)
})

it('a timer with an infinite delay never fires', async () => {
  const { clock, set } = makeHost()
  set(Number.POSITIVE_INFINITY, () => expect.unreachable())
  await clock.advance(400 * DAY)
  expect(clock.pending).toBe(1)
})
