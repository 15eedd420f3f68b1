// Tests when sync starts and ends.
import { expect, it } from 'vitest'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { createSync, type StartedDevice } from '../../../../src/plugins/library/sync/sync.js'
import { LOGGED_OUT, sessionOf } from '../library-kernel.js'

function syncing() {
  const { storage, clock } = memoryPlatform()
  const session = createStore(sessionOf('ada'))
  const calls: string[] = []
  const sync = createSync({
    ...{ session, storage, clock, isOn: createStore({ on: true }) },
    ...{ keyOf: name => name, log: { error: () => undefined } },
    start: async user => {
      calls.push(`start ${user}`)
      return {
        ...{ conflicts: { view: createStore([]) }, collections: [] },
        device: { now: async () => void calls.push('now') },
        dispose: () => void calls.push(`end ${user}`),
      } as unknown as StartedDevice
    },
  })
  return { sync, session, calls }
}

it('sync starts on request, not with the library, and follows the session', async () => {
  const { sync, session, calls } = syncing()
  expect([calls, sync.view.getState().state]).toEqual([[], 'off'])
  sync.begin()
  expect(sync.view.getState().state).toBe('working')
  await expect.poll(() => calls).toEqual(['start ada'])
  session.setState(LOGGED_OUT)
  session.setState(sessionOf('ben'))
  await expect.poll(() => calls).toEqual(['start ada', 'end ada', 'start ben'])
  sync.dispose()
  await expect.poll(() => calls.at(-1)).toBe('end ben')
})

it('on the command line, the first request starts sync', async () => {
  const { sync, calls } = syncing()
  await sync.now()
  expect(calls).toEqual(['start ada', 'now'])
})
