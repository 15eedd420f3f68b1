import * as z from 'zod/mini'
import type { Session } from '../../../core/auth/session.js'
import { storedJson } from '../../../core/platform/json.js'
import type { ClockPort, Logger, StoragePort } from '../../../core/platform/ports.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { Sync, SyncConflict, SyncRefusal, SyncView } from '../tokens.js'
import type { Device, DeviceState } from './device.js'
import type { CycleResult } from './engine/parts.js'
import type { Collection } from './engine/records.js'
import type { Conflicts, KeptConflict } from './local/conflicts.js'

export interface StartedDevice {
  readonly device: Device
  readonly conflicts: Conflicts
  readonly collections: readonly Collection[]
  readonly dispose: () => void
}

export interface SyncParts {
  readonly session: ReadonlyStore<Session>
  readonly isOn: ReadonlyStore<{ readonly on: boolean }>
  readonly storage: Pick<StoragePort, 'set' | 'onChange'>
  readonly keyOf: (name: string) => string
  readonly clock: Pick<ClockPort, 'date'>
  readonly log: Pick<Logger, 'error'>
  readonly start: (user: string, onState: (state: DeviceState) => void) => Promise<StartedDevice>
}

const OFF: SyncView = {
  state: 'off',
  done: 0,
  total: 0,
  refused: {},
  absent: 0,
  conflicts: [],
  savedAt: undefined,
}

const reportSchema = z.object({
  state: z.enum(['saved', 'waiting', 'working', 'stopped', 'failed', 'full']),
  done: z.number(),
  total: z.number(),
  refused: z.record(z.string(), z.object({ number: z.number(), names: z.array(z.string()) })),
  absent: z.number(),
  savedAt: z.optional(z.number()),
})
/** `state` asks the tab with the lock for its state. */
const askSchema = z.object({ ask: z.enum(['now', 'stop', 'state']), id: z._default(z.string(), '') })
const answerSchema = z.object({ id: z.string() })

export interface OwnSync extends Sync, Disposable {
  /** Starts automatic sync. On the command line, sync starts with the first call of `now`. */
  begin(): void
}

export const OWN_SYNC = createToken<OwnSync>('library.sync')

export function createSync(parts: SyncParts): OwnSync {
  const { session, isOn, storage, keyOf, clock, log } = parts
  const view = createStore<SyncView>(OFF)
  const [STATE, ASKED, ANSWERED] = [keyOf('SyncState'), keyOf('SyncAsked'), keyOf('SyncAnswered')]
  /** Requests of this tab that another tab may answer, by ID. */
  const asked = new Map<string, () => void>()
  let user: string | undefined
  let started: Promise<StartedDevice> | undefined
  /** State of the device, known only to the tab that holds the lock. */
  let own: Omit<SyncView, 'conflicts'> | undefined
  let isWanted = false
  let isDisposed = false

  const show = (change: Partial<SyncView>) => view.setState({ ...view.getState(), ...change }, true)

  const onState = ({ state, done, total, result }: DeviceState) => {
    const now = view.getState()
    const report = {
      ...{ state, done, total },
      refused: result ? refusedOf(result) : now.refused,
      absent: result?.absent ?? now.absent,
      savedAt: state === 'saved' && result ? clock.date().getTime() : now.savedAt,
    }
    own = report
    show(report)
    notify(STATE, report)
  }

  /**
   * Sends a message to the other tabs through storage, so that it arrives after the changes stored before it.
   * @returns whether it was sent
   */
  const notify = (key: string, what: object): boolean => {
    try {
      // Storing an unchanged value does not notify other tabs.
      storage.set(key, JSON.stringify({ ...what, at: clock.date().getTime() }))
      return true
    } catch (thrown) {
      log.error('Other tabs could not be notified about the sync', thrown)
      return false
    }
  }

  const listening = storage.onChange((key, text) => {
    if (text === undefined || user === undefined) return
    if (key === STATE) {
      const report = storedJson(reportSchema, text)
      if (report) show({ savedAt: undefined, ...report })
    }
    if (key === ANSWERED) asked.get(storedJson(answerSchema, text)?.id ?? '')?.()
    if (key === ASKED) void answer(storedJson(askSchema, text))
  })

  const answer = async (request: z.infer<typeof askSchema> | undefined) => {
    const running = started
    const device = (await running)?.device
    if (request?.ask === 'stop') device?.stop()
    if (request?.ask === 'state' && own) notify(STATE, own)
    if (request?.ask !== 'now') return
    // Resolves once this tab has the lock and has synced.
    await device?.now()
    if (started === running) notify(ANSWERED, { id: request.id })
  }

  const restart = () => {
    const { status, user: known } = session.getState()
    const next =
      status === 'loggedIn' && isOn.getState().on && isWanted && !isDisposed ? known?.id : undefined
    if (next === user) return
    user = next
    const before = started
    started = undefined
    own = undefined
    void before?.then(({ dispose }) => dispose())
    view.setState(OFF, true)
    if (next === undefined) return
    show({ state: 'working' })
    const beginning = Promise.resolve(before).then(() => parts.start(next, onState))
    started = beginning
    beginning.then(
      ({ conflicts, collections, dispose }) => {
        // The user has logged out in the meantime.
        if (started !== beginning) return dispose()
        notify(ASKED, { ask: 'state' })
        const showConflicts = async () => {
          const kept = conflicts.view.getState()
          const named = await Promise.all(kept.map(conflict => withItemName(collections, conflict)))
          // More conflicts may have arrived in the meantime.
          if (kept === conflicts.view.getState()) show({ conflicts: named })
        }
        void showConflicts()
        conflicts.view.subscribe(() => void showConflicts())
      },
      thrown => {
        log.error('Couldn’t sync this device', thrown)
        show({ state: 'failed' })
      },
    )
  }
  const begin = () => {
    isWanted = true
    restart()
  }
  const stops = [session.subscribe(restart), isOn.subscribe(restart)]

  return {
    view,
    begin,
    async now() {
      begin()
      const device = (await started)?.device
      const id = crypto.randomUUID()
      const answered = new Promise<void>(resolve => asked.set(id, resolve))
      // Without the lock or a message to the tab that holds it, the wait would never end.
      if (device && (notify(ASKED, { ask: 'now', id }) || own)) await Promise.race([device.now(), answered])
      asked.delete(id)
    },
    stop() {
      notify(ASKED, { ask: 'stop' })
      void started?.then(({ device }) => device.stop())
    },
    async resolve(key, choice) {
      const running = await started
      const conflict = running?.conflicts.view.getState().find(kept => kept.key === key)
      if (!running || !conflict) return
      const { kind, id, field, value } = conflict
      const collection = running.collections.find(other => other.kind === kind)
      if (choice === 'mine')
        await collection?.change([id], (_id, here) => here && { ...here, [field]: value })
      running.conflicts.forget(key)
      running.device.changed()
    },
    dispose() {
      isDisposed = true
      for (const stop of stops) stop()
      listening.dispose()
      restart()
    },
  }
}

const MOST_NAMES = 3

export function refusedOf({ refused, names }: Pick<CycleResult, 'refused' | 'names'>): SyncView['refused'] {
  const byCode: Record<string, SyncRefusal> = {}
  for (const [key, code] of refused) {
    const before = byCode[code] ?? { number: 0, names: [] }
    const named = [...before.names, ...(names.has(key) ? [names.get(key) ?? ''] : [])].slice(0, MOST_NAMES)
    byCode[code] = { number: before.number + 1, names: named }
  }
  return byCode
}

async function withItemName(
  collections: readonly Collection[],
  conflict: KeptConflict,
): Promise<SyncConflict> {
  const all = await collections.find(({ kind }) => kind === conflict.kind)?.read()
  const name = all?.get(conflict.id)?.name
  return { ...conflict, ...(typeof name === 'string' && { name }) }
}
