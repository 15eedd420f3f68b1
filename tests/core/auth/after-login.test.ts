// Code that is loaded when a user logs in: once, again after a failure, and never after the app has ended.
import { expect, it } from 'vitest'
import { afterLogin } from '../../../src/core/auth/after-login.js'
import { Auth } from '../../../src/core/auth/auth.js'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { disposable } from '../../../src/core/platform/disposable.js'
import { createLogger } from '../../../src/core/platform/logger.js'
import { settle } from '../../../src/core/platform/memory-platform.js'
import type { LogEntry } from '../../../src/core/platform/ports.js'
import { createTestKernel, expectNoLeaks } from '../../../src/core/testing/test-kernel.js'

function make(bring: () => Promise<void> = async () => undefined) {
  const logged: LogEntry[] = []
  const log = createLogger(entry => void logged.push(entry), 'core')
  const events = new EventBus(log)
  const running = { now: 0, started: 0 }
  const part = afterLogin({ events, log }, async () => {
    await bring()
    return () => {
      running.now++
      running.started++
      return disposable(() => running.now--)
    }
  })
  const logIn = async () => {
    events.emit(Auth.CHANGED, { status: 'loggedIn', busy: false })
    await settle()
  }
  return { events, logged, running, part, logIn }
}

it('starts a part with the log-in, once, and ends it with the kernel', async () => {
  const { events, running, part, logIn } = make()
  events.emit(Auth.CHANGED, { status: 'loggedOut', busy: false })
  await settle()
  expect(running.started).toBe(0)
  await logIn()
  await logIn()
  expect(running).toEqual({ now: 1, started: 1 })
  part.dispose()
  expect(running.now).toBe(0)
})

it('asks again with the next log-in where fetching failed, and says so in the log', async () => {
  let online = false
  const { logged, running, logIn } = make(async () => {
    if (!online) throw new Error('offline')
  })
  await logIn()
  expect(running.started).toBe(0)
  expect(logged).toMatchObject([{ level: 'warn' }])
  online = true
  await logIn()
  expect(running.started).toBe(1)
})

it('starts nothing where the kernel has ended meanwhile', async () => {
  const { events, running, part } = make()
  events.emit(Auth.CHANGED, { status: 'loggedIn', busy: false })
  part.dispose()
  await settle()
  expect(running.started).toBe(0)
})

it('brings the commands of settings, and leaves none behind', async () => {
  const kernel = await createTestKernel()
  kernel.events.emit(Auth.CHANGED, { status: 'loggedIn', busy: false })
  await expect.poll(() => kernel.commands.find('core.settings-language-language')?.title).toBe('Language')
  expectNoLeaks(kernel)
})
