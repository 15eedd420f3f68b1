import { expect, it } from 'vitest'
import { unthrottledTimers } from '../../src/app/platform/unthrottled-timers.js'
import { HandClock } from '../../src/core/platform/memory-platform.js'
import type { ClockPort } from '../../src/core/platform/ports.js'

/** Timer interval of a page that has been hidden for five minutes (Chromium's intensive throttling). */
const MINUTE = 60_000

function makePage({ withWaker = true, hidden = false } = {}) {
  const hand = new HandClock()
  const thrown: unknown[] = []
  let follow = () => undefined as unknown
  let wakers = 0
  const waits: number[] = []
  const clock: Pick<ClockPort, 'now' | 'after'> = {
    now: () => hand.now(),
    after(ms, run) {
      const due = hand.now() + ms
      return hand.after((hidden ? Math.ceil(due / MINUTE) * MINUTE : due) - hand.now(), run)
    },
  }
  const after = unthrottledTimers({
    clock,
    isHidden: () => hidden,
    onVisibility: run => {
      follow = run
    },
    startWaker(onWake) {
      if (!withWaker) return undefined
      wakers += 1
      let timer = hand.after(0, () => undefined)
      return {
        wakeIn(ms) {
          waits.push(ms)
          timer.dispose()
          timer = hand.after(ms, onWake)
        },
        end() {
          timer.dispose()
          wakers -= 1
        },
      }
    },
    onThrown: error => thrown.push(error),
  })
  const ran: string[] = []
  return {
    ...{ hand, set: after, thrown, ran },
    note: (name: string) => () => void ran.push(`${name} ${hand.now()}`),
    wakers: () => wakers,
    waits,
    setHidden(now: boolean) {
      hidden = now
      follow()
    },
  }
}

it('on a visible page, a timer fires once and on time without a worker', async () => {
  const { hand, set, ran, note, wakers } = makePage()
  set(700, note('a'))
  await hand.advance(MINUTE)
  expect(ran).toEqual(['a 700'])
  expect(wakers()).toBe(0)
})

it('on a hidden page, a timer fires once and on time', async () => {
  const { hand, set, ran, note } = makePage({ hidden: true })
  set(700, note('late'))
  set(300, note('soon'))
  set(300, note('soon too'))
  await hand.advance(2 * MINUTE)
  expect(ran).toEqual(['soon 300', 'soon too 300', 'late 700'])
})

it('a timer set before the page was hidden also fires on time', async () => {
  const { hand, set, ran, note, setHidden } = makePage()
  set(5000, note('a'))
  setHidden(true)
  set(1000, note('b'))
  await hand.advance(MINUTE)
  expect(ran).toEqual(['b 1000', 'a 5000'])
})

it('a canceled timer does not fire, even if another timer cancels it at the same moment', async () => {
  const { hand, set, ran, note } = makePage({ hidden: true })
  const off = set(100, note('off'))
  set(200, () => other.dispose())
  const other = set(200, note('other'))
  off.dispose()
  await hand.advance(MINUTE)
  expect([ran, hand.pending]).toEqual([[], 0])
})

it('chained timers stay accurate over minutes', async () => {
  const { hand, set, ran, note } = makePage({ hidden: true })
  const beat = () => {
    note('beat')()
    set(500, beat)
  }
  set(500, beat)
  await hand.advance(3 * MINUTE)
  expect([ran.length, ran.at(-1)]).toEqual([360, 'beat 180000'])
})

it('a timer that throws does not stop other timers', async () => {
  const { hand, set, ran, note, thrown } = makePage({ hidden: true })
  const error = new Error('no')
  set(100, () => {
    throw error
  })
  set(100, note('next'))
  await hand.advance(200)
  expect([thrown, ran]).toEqual([[error], ['next 100']])
})

it('a month-long timer fires on time, although browser timers have a shorter maximum delay', async () => {
  const { hand, set, ran, note, waits } = makePage({ hidden: true })
  set(30 * 24 * 60 * MINUTE + 700, note('a'))
  await hand.advance(31 * 24 * 60 * MINUTE)
  expect([ran, waits]).toEqual([['a 2592000700'], [2 ** 31 - 1, 2592000700 - (2 ** 31 - 1)]])
})

it('without a worker, the browser’s own timers are used', async () => {
  const { hand, set, ran, note } = makePage({ hidden: true, withWaker: false })
  set(700, note('a'))
  await hand.advance(2 * MINUTE)
  expect(ran).toEqual(['a 60000'])
})

it('the timer worker terminates when the page becomes visible', async () => {
  const { hand, set, wakers, setHidden, ran, note } = makePage()
  setHidden(true)
  expect(wakers()).toBe(0)
  set(700, note('a'))
  expect(wakers()).toBe(1)
  setHidden(false)
  expect(wakers()).toBe(0)
  await hand.advance(2 * MINUTE)
  expect(ran).toHaveLength(1)
})
