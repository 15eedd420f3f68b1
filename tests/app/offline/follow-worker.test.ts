import { expect, it, vi } from 'vitest'
import { followWorker, NEW_VERSION_COMMAND } from '../../../src/app/offline/follow-worker.js'
import { NOTICE, type Notice } from '../../../src/core/events/notices.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { kernelWith } from '../../core/kernel/make-plugin.js'

class FakeWorker extends EventTarget {
  state = 'installing'
  postMessage = vi.fn()
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  update = vi.fn(async () => undefined)
  find(worker: FakeWorker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  readonly registration = new FakeRegistration()
  register = vi.fn(async (_path: string) => this.registration)
  turn(worker: FakeWorker) {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

/** @param controlled whether a previous visit registered the service worker */
async function page(controlled: boolean, container = new FakeContainer()) {
  if (controlled) container.controller = new FakeWorker()
  const platform = memoryPlatform()
  const kernel = await kernelWith([], { platform })
  const reload = vi.fn()
  const said: Notice[] = []
  kernel.events.on(NOTICE, notice => void said.push(notice))
  const page = { container: container as unknown as ServiceWorkerContainer, reload }
  const following = await followWorker(kernel, page)
  return { container, registration: container.registration, kernel, platform, reload, said, following }
}

it('the service worker is registered at the root without a notice', async () => {
  const { container, registration, said, reload } = await page(false)
  expect(container.register.mock.calls).toEqual([['/sw.js']])
  const worker = new FakeWorker()
  registration.find(worker)
  worker.become('installed')
  container.turn(worker)
  expect([said, reload.mock.calls]).toEqual([[], []])
  container.turn(new FakeWorker())
  expect(said).toHaveLength(1)
})

it('the page works without a service worker if the browser blocks it', async () => {
  const container = new FakeContainer()
  container.register.mockRejectedValue(new Error('SecurityError'))
  const { platform, said } = await page(false, container)
  expect([platform.logged.filter(({ level }) => level === 'warn').length, said]).toEqual([1, []])
})

it('an update is reported when available and installed only on request', async () => {
  const { container, registration, kernel, said, reload } = await page(true)
  const worker = new FakeWorker()
  registration.find(worker)
  expect(said).toEqual([])
  worker.become('installed')
  worker.become('installed')
  expect(said).toMatchObject([
    { message: 'An update is available.', stays: true, action: { label: 'Reload' } },
  ])
  expect([worker.postMessage.mock.calls, reload.mock.calls]).toEqual([[], []])

  said[0]?.action?.run()
  expect(worker.postMessage.mock.calls).toEqual([['take-over']])
  expect(reload).not.toHaveBeenCalled()
  container.turn(worker)
  expect(reload).toHaveBeenCalledOnce()
  expect(kernel.commands.find(NEW_VERSION_COMMAND.id)?.title).toBe('Reload to update')
})

it('an update found on the last visit is reported immediately, and its command installs it', async () => {
  const container = new FakeContainer()
  container.registration.waiting = new FakeWorker()
  const { kernel, said } = await page(true, container)
  expect([said.length, (await kernel.commands.execute(NEW_VERSION_COMMAND.id)).ok]).toEqual([1, true])
  expect(container.registration.waiting.postMessage).toHaveBeenCalledWith('take-over')
})

it('an update installed from another tab is reported without a reload', async () => {
  const { container, said, reload } = await page(true)
  container.turn(new FakeWorker())
  expect(said).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
  said[0]?.action?.run()
  expect(reload).toHaveBeenCalledOnce()
})

it('the page checks for updates every hour and ignores an unreachable server', async () => {
  const { registration, platform, following } = await page(true)
  registration.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await platform.clock.advance(2 * 60 * 60 * 1000)
  expect(registration.update).toHaveBeenCalledTimes(2)
  expect(platform.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  following.dispose()
  expect(platform.clock.pending).toBe(0)
})
