// Several tabs of one browser share storage, songs and the lock.
import { expect, it } from 'vitest'
import {
  HandClock,
  memoryLocks,
  memoryStorage,
  settle,
} from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { startDevice } from '../../../../src/plugins/library/sync/device.js'
import { keepConflicts } from '../../../../src/plugins/library/sync/local/conflicts.js'
import { storedMemory } from '../../../../src/plugins/library/sync/local/stored-memory.js'
import { createSync } from '../../../../src/plugins/library/sync/sync.js'
import { sessionOf } from '../library-kernel.js'

function browser() {
  const [locks, clock] = [memoryLocks(), new HandClock()]
  const songs = new Map<string, { name: string }>()
  const inAccount: string[] = []
  const stored = new Map<string, string>()
  const tabs = new Set<ReturnType<typeof memoryStorage>>()
  const network = { answer: Promise.resolve(), isFull: false }
  const server = {
    changes: async () => {
      await network.answer
      return { records: [], seq: inAccount.length, more: false, restored: false }
    },
    write: async (writes: readonly { readonly key: string; readonly id: string }[]) => ({
      outcomes: writes.map(({ key, id }) => ({ key, outcome: 'kept' as const, seq: inAccount.push(id) })),
      restored: false,
    }),
  }
  const collections = [{ kind: 'song', read: async () => new Map(songs), change: async () => undefined }]

  const open = () => {
    const own = memoryStorage(Object.fromEntries(stored))
    tabs.add(own)
    const storage = {
      ...own,
      set(key: string, value: string) {
        if (network.isFull) throw new Error('QuotaExceededError')
        own.set(key, value)
        // Browsers notify only the other tabs, and only if the value has changed.
        if (!tabs.has(own) || stored.get(key) === value) return
        stored.set(key, value)
        for (const other of tabs) if (other !== own) other.change(key, value)
      },
    }
    const conflicts = keepConflicts(storage, 'conflicts')
    const sync = createSync({
      ...{ session: createStore(sessionOf('ada')), isOn: createStore({ on: true }), storage, clock },
      ...{ keyOf: name => name, log: { error: () => undefined } },
      start: async (_user, onState) => {
        const device = startDevice({
          ...{ memory: storedMemory(storage, 'memory'), server, collections, device: 'laptop', onState },
          ...{ setAside: conflicts.setAside, newKey: () => crypto.randomUUID(), lock: 'sync', locks, clock },
          ...{ online: () => true, isOffline: () => true, onFailure: () => undefined },
          follow: (_changed, signal) =>
            new Promise(resolve => signal.addEventListener('abort', () => resolve())),
        })
        return { device, conflicts, collections, dispose: () => device.dispose() }
      },
    })
    sync.begin()
    const close = () => {
      tabs.delete(own)
      sync.dispose()
    }
    return { sync, close }
  }
  return { open, songs, inAccount, network, clock }
}

it('a tab without the lock has the other tab sync its song, and learns when that is done', async () => {
  const { open, songs, inAccount } = browser()
  open()
  const { sync } = open()
  await settle()
  songs.set('blues', { name: 'Blues' })
  await sync.now()
  expect(inAccount).toEqual(['blues'])
})

it('a tab opened later shows the state of the tab with the lock', async () => {
  const { open, clock } = browser()
  await open().sync.now()
  await clock.advance(1)
  const { sync } = open()
  await settle()
  expect(sync.view.getState().state).toBe('saved')
})

it('if the tab with the lock closes before it has synced, the next tab syncs for all', async () => {
  const { open, songs, inAccount, network } = browser()
  const first = open()
  await settle()
  const [, third] = [open(), open()]
  await settle()
  let answer: (() => void) | undefined
  network.answer = new Promise(resolve => {
    answer = resolve
  })
  songs.set('blues', { name: 'Blues' })
  const synced = third.sync.now()
  await settle()
  first.close()
  answer?.()
  await synced
  expect(inAccount).toEqual(['blues'])
})

it('a tab without the lock does not wait if storage is too full to ask for a sync', async () => {
  const { open, songs, inAccount, network } = browser()
  open()
  const { sync } = open()
  await settle()
  network.isFull = true
  songs.set('blues', { name: 'Blues' })
  await sync.now()
  expect(inAccount).toEqual([])
})
