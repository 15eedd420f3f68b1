import { type ClockPort, jittered, type LockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import { countWaiting, synchronise } from './engine/cycle.js'
import { type CycleParts, type CycleResult, isNoRoom, type Place, type SyncMemory } from './engine/parts.js'

/** A local change, or the cursor of a change on the server. */
type Wake = 'here' | number

export interface DeviceState {
  readonly state: 'saved' | 'waiting' | 'working' | 'stopped' | 'failed' | 'full'
  readonly done: number
  readonly total: number
  readonly result: CycleResult | undefined
}

export interface DeviceParts extends Omit<CycleParts, 'signal' | 'progress'> {
  /** Lock that ensures that only one tab per device syncs. */
  readonly lock: string
  readonly locks: LockPort
  readonly clock: Pick<ClockPort, 'after'>
  readonly online: () => boolean
  readonly isOffline: (thrown: unknown) => boolean
  readonly onState: (state: DeviceState) => void
  readonly onFailure: (thrown: unknown) => void
  readonly follow: (changed: (seq: number) => void, signal: AbortSignal) => Promise<void>
}

/** Changes within this time are pushed together, ms. */
const TOGETHER_MS = 50
const RETRY_MS = { first: 1000, most: 300_000 }
/** After this many failures in a row, the device polls the server instead. */
const MOST_STREAM_FAILURES = 3
const POLL_MS = 60_000

export interface Device extends Disposable {
  changed(): void
  now(): Promise<void>
  stop(): void
  connected(): void
}

export function startDevice(parts: DeviceParts): Device {
  const ended = new AbortController()
  const wakes = new Set<Wake>()
  const waiting: (() => void)[] = []
  let wakeUp: () => void = () => undefined
  let cycle = new AbortController()
  let isStopped = false
  let isConnected: () => void = () => undefined
  let place: Place | undefined

  const wake = (what: Wake) => {
    wakes.add(what)
    wakeUp()
  }
  const memory: SyncMemory = cached(parts.memory, now => {
    place = now
  })

  const woken = (ms: number | undefined) =>
    new Promise<void>(resolve => {
      const timer = ms === undefined ? undefined : parts.clock.after(ms, resolve)
      wakeUp = () => {
        timer?.dispose()
        resolve()
      }
      if (wakes.size > 0 || ended.signal.aborted) wakeUp()
    })
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = parts.clock.after(ms, resolve)
      const stop = () => {
        timer.dispose()
        resolve()
      }
      isConnected = stop
      ended.signal.addEventListener('abort', stop, { once: true })
    })

  const once = async (pull: 'everything' | 'new' | false): Promise<boolean> => {
    cycle = new AbortController()
    const say = (done: number, total: number) =>
      parts.onState({ state: 'working', done, total, result: undefined })
    try {
      const result = await synchronise(
        { ...parts, memory, progress: say, signal: AbortSignal.any([cycle.signal, ended.signal]) },
        { pull },
      )
      parts.onState({ state: 'saved', done: 0, total: 0, result })
      return true
    } catch (thrown) {
      if (ended.signal.aborted) return false
      const total = await countWaiting({ memory, collections: parts.collections })
      const isOffline = parts.isOffline(thrown)
      const without = isNoRoom(thrown) ? 'full' : 'failed'
      const state = isStopped ? 'stopped' : !isOffline ? without : total > 0 ? 'waiting' : 'saved'
      parts.onState({ state, done: 0, total, result: undefined })
      if (!isOffline && !isStopped) parts.onFailure(thrown)
      return false
    }
  }

  const work = async () => {
    let failures = 0
    let pull: 'everything' | 'new' | false = 'everything'
    while (!ended.signal.aborted) {
      wakes.clear()
      const done = waiting.splice(0)
      const isFine = isStopped || (await once(pull))
      for (const resolve of done) resolve()
      failures = isFine ? 0 : failures + 1
      if (isFine) pull = false
      const retry = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most)
      await woken(isFine ? undefined : jittered(retry))
      if (wakes.has('here') && waiting.length === 0) await pause(TOGETHER_MS)
      const newest = Math.max(...[...wakes].map(what => (what === 'here' ? 0 : what)), 0)
      if (waiting.length > 0 || newest > (place?.after ?? 0)) pull ||= 'new'
    }
  }

  const listen = async () => {
    let failures = 0
    while (!ended.signal.aborted) {
      const began = failures
      try {
        await parts.follow(seq => {
          failures = 0
          if (seq > (place?.after ?? 0)) wake(seq)
        }, ended.signal)
      } catch (thrown) {
        if (!parts.isOffline(thrown)) parts.onFailure(thrown)
      }
      failures = Math.max(failures, began === failures ? failures + 1 : failures)
      if (failures > MOST_STREAM_FAILURES && parts.online()) wake(Number.POSITIVE_INFINITY)
      const retry = failures > MOST_STREAM_FAILURES ? POLL_MS : RETRY_MS.first * 2 ** failures
      if (!ended.signal.aborted) await pause(jittered(retry))
    }
  }

  const lead = parts.locks.run(parts.lock, async () => {
    if (ended.signal.aborted) return
    await Promise.all([work(), listen()])
  })
  lead.catch(parts.onFailure)

  return {
    changed() {
      isStopped = false
      wake('here')
    },
    now() {
      isStopped = false
      return new Promise(resolve => {
        waiting.push(resolve)
        wake('here')
      })
    },
    stop() {
      isStopped = true
      cycle.abort()
    },
    connected() {
      isConnected()
      wake(Number.POSITIVE_INFINITY)
    },
    dispose() {
      ended.abort()
      wakeUp()
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

/** Caches the memory. Only the tab that syncs changes it. */
function cached(memory: SyncMemory, onPlace: (place: Place) => void): SyncMemory {
  let known: ReturnType<SyncMemory['load']> | undefined
  return {
    async load() {
      known ??= memory.load()
      const { place, bases } = await known
      onPlace(place)
      return { place, bases: new Map(bases) }
    },
    async save(place, changes) {
      await memory.save(place, changes)
      const bases = new Map((await known)?.bases)
      for (const [key, base] of changes) {
        if (base) bases.set(key, base)
        else bases.delete(key)
      }
      known = Promise.resolve({ place, bases })
      onPlace(place)
    },
  }
}
