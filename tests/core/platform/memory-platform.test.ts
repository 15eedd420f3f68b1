import { describe, expect, it } from 'vitest'
import {
  HandClock,
  memoryCookies,
  memoryLocks,
  memoryStorage,
} from '../../../src/core/platform/memory-platform.js'

describe('the clock set by hand', () => {
  it('is still until it is advanced, and moves the wall clock along', async () => {
    const clock = new HandClock(new Date('2026-03-01T08:00:00Z'))
    expect(clock.now()).toBe(0)
    await clock.advance(90_000)
    expect(clock.now()).toBe(90_000)
    expect(clock.date().toISOString()).toBe('2026-03-01T08:01:30.000Z')
  })

  it('runs timers in the order they are due, and those due together in the order they were set', async () => {
    const clock = new HandClock()
    const ran: string[] = []
    clock.after(20, () => ran.push(`late at ${clock.now()}`))
    clock.after(10, () => ran.push(`first at ${clock.now()}`))
    clock.after(10, () => ran.push(`second at ${clock.now()}`))
    await clock.advance(19)
    expect(ran).toEqual(['first at 10', 'second at 10'])
    await clock.advance(1)
    expect(ran).toEqual(['first at 10', 'second at 10', 'late at 20'])
  })

  it('repeats until disposed, and runs what a timer sets while time passes', async () => {
    const clock = new HandClock()
    const ran: number[] = []
    const beat = clock.every(10, () => {
      ran.push(clock.now())
      if (clock.now() === 30) clock.after(5, () => beat.dispose())
    })
    await clock.advance(100)
    expect(ran).toEqual([10, 20, 30])
    expect(clock.pending).toBe(0)
  })
})

describe('locks', () => {
  it('lets one in at a time per name, in the order of asking', async () => {
    const locks = memoryLocks()
    const order: string[] = []
    const task = (name: string) => async () => {
      order.push(`${name} in`)
      await Promise.resolve()
      order.push(`${name} out`)
      return name
    }
    const results = await Promise.all([locks.run('x', task('a')), locks.run('x', task('b'))])
    expect(results).toEqual(['a', 'b'])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
  })

  it('gives a failure to its own caller only', async () => {
    const locks = memoryLocks()
    const failing = locks.run('x', () => Promise.reject(new Error('no')))
    const next = locks.run('x', () => Promise.resolve('yes'))
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })
})

it('keeps stored text and cookies, and reports of changes made in another tab only', () => {
  const storage = memoryStorage({ here: 'already' })
  const cookies = memoryCookies({ fretwork: 'x' })
  const heard: unknown[] = []
  const listening = storage.onChange((key, value) => heard.push([key, value]))
  storage.set('own', '1')
  storage.change('other', '2')
  storage.change('here')
  listening.dispose()
  storage.change('other', '3')
  expect(heard).toEqual([
    ['other', '2'],
    ['here', undefined],
  ])
  expect([storage.get('own'), storage.get('here')]).toEqual(['1', undefined])
  cookies.remove('fretwork')
  expect(cookies.get('fretwork')).toBeUndefined()
})
