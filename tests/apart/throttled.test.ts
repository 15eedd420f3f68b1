import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttled } from '../../src/apart/protocol.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('what comes often is passed on at once, then its newest no more often than that', () => {
  const said: number[] = []
  const progress = throttled(50, (fraction: number) => said.push(fraction))
  for (let step = 0; step < 100; step++) progress(step / 100)
  expect(said).toEqual([0])
  vi.advanceTimersByTime(50)
  expect(said).toEqual([0, 0.99])
  vi.advanceTimersByTime(1000)
  progress(1)
  expect(said).toEqual([0, 0.99, 1])
})
