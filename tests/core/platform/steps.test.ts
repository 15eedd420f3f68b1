import { expect, it } from 'vitest'
import { atOnce, inSlices, orderOf, partOf, type Steps } from '../../../src/core/platform/steps.js'
import { disposable } from '../../../src/core/platform/store.js'

function* counted(count: number): Steps<number> {
  for (let step = 1; step <= count; step += 1) yield step / count
  return count
}

/** Creates a clock that advances whenever it is read. The test runs the pending tasks. */
function slowClock(msPerLook: number) {
  let now = 0
  const waiting: (() => void)[] = []
  return {
    waiting,
    now() {
      now += msPerLook
      return now
    },
    after(_ms: number, run: () => void) {
      waiting.push(run)
      return disposable(() => undefined)
    },
    async turn() {
      waiting.shift()?.()
      for (let settled = 0; settled < 5; settled += 1) await Promise.resolve()
    },
  }
}

it('work that fits into one slice finishes synchronously and reports no progress', () => {
  const clock = slowClock(0)
  const seen: unknown[] = []
  void inSlices(counted(1000), { clock, onProgress: portion => seen.push(portion) }, result =>
    seen.push(result),
  )
  expect([seen, clock.waiting]).toEqual([[1000], []])
})

it('long work yields after each slice and reports progress', async () => {
  const clock = slowClock(4)
  const seen: number[] = []
  const working = inSlices(counted(6), { clock, onProgress: portion => seen.push(portion) }, result => result)
  // Each step takes 4 ms, so two steps fit in a slice.
  expect(seen).toEqual([2 / 6])
  await clock.turn()
  expect(seen).toEqual([2 / 6, 4 / 6])
  await clock.turn()
  await clock.turn()
  expect(await working).toBe(6)
})

it('aborting stops time-sliced work', async () => {
  const clock = slowClock(10)
  const giveUp = new AbortController()
  let steps = 0
  function* endless(): Steps<never> {
    for (;;) {
      steps += 1
      yield 0
    }
  }
  const working = inSlices(endless(), { clock, signal: giveUp.signal }, () => 'done')
  giveUp.abort(new Error('Enough.'))
  await Promise.all([clock.turn(), expect(working).rejects.toThrow('Enough.')])
  expect(steps).toBe(1)
})

it('errors thrown in time-sliced work reach the caller', async () => {
  function* broken(): Steps<never> {
    yield 0
    throw new Error('It broke.')
  }
  await expect(inSlices(broken(), { clock: slowClock(0) }, () => 'done')).rejects.toThrow('It broke.')
  expect(() => atOnce(broken())).toThrow('It broke.')
})

it('a subtask’s progress is scaled to its share of the total', () => {
  expect([...partOf(counted(4), 0.5, 1)]).toEqual([0.625, 0.75, 0.875, 1])
  expect(atOnce(partOf(counted(4), 0.5, 1))).toBe(4)
})

it('orderOf sorts stably, like Array.sort', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 100)
  const compare = (a: number, b: number) => (rows[a] ?? 0) - (rows[b] ?? 0)
  expect([...orderOf(rows.length, compare)]).toEqual([...rows.keys()].sort(compare))
})
