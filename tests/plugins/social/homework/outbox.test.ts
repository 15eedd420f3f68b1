// Homework, takes and comments are queued on the device until the server accepts them.
import { beforeEach, expect, it, vi } from 'vitest'
import type { HomeworkTake } from '../../../../src/core/contract/homework.js'
import type { Notice } from '../../../../src/core/events/notices.js'
import { ApiError } from '../../../../src/core/http/api-error.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { type NewCall, Outbox } from '../../../../src/plugins/social/homework/outbox.js'
import { outboxSettings, type WaitingCall } from '../../../../src/plugins/social/settings.js'
import { ok } from '../../../core/http/fake-transport.js'
import { OWN, openSocial } from '../open-social.js'

const TAKE: HomeworkTake = {
  ...{ id: 'take', at: '2026-11-28T10:00:00.000Z', tempo: 100, complete: true, accuracy: 1 },
  counts: { hit: 1, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 },
  byBar: [],
}
const call = (homework: string): NewCall => ({ kind: 'take', homework, body: TAKE })
const refusal = (code: string) => new ApiError('bad_response', code, code)
const offline = () => new ApiError('network', 'offline', 'No connection')
let answers: (() => unknown)[]
let sent: string[]
let notices: Notice[]
let clock: HandClock
let syncs: number
let user: string
let outbox: Outbox
let store: ReturnType<typeof createStore<{ readonly calls: readonly WaitingCall[] }>>

beforeEach(() => {
  answers = []
  sent = []
  notices = []
  clock = new HandClock()
  syncs = 0
  user = 'ann'
  store = createStore<{ readonly calls: readonly WaitingCall[] }>({ calls: [] })
  outbox = open()
})

/** Simulates a reload: stored values survive, pending requests do not. */
function open(): Outbox {
  let ids = 0
  return new Outbox({
    api: {
      call: (async (_endpoint: unknown, { params }: { params: { id: string } }) => {
        const answer = answers.shift()?.()
        if (answer instanceof Error) throw answer
        sent.push(params.id)
        return answer
      }) as never,
    },
    settings: {
      ...store,
      change: (change: { readonly calls: readonly WaitingCall[] }) => store.setState(change),
      reset: () => undefined,
    } as never,
    notices: { post: notice => notices.push(notice) },
    clock,
    newId: () => `call-${store.getState().calls.length}-${ids++}`,
    user: () => user,
    sync: async () => {
      syncs += 1
    },
  })
}

it('queued calls wait while offline, survive a reload and are sent in order', async () => {
  answers = [offline, offline]
  expect([await outbox.add(call('a')), await outbox.add(call('b'))]).toEqual([false, false])
  expect(outbox.waiting()).toHaveLength(2)
  const later = open()
  await later.flush()
  expect(sent).toEqual(['a', 'b'])
  expect(later.waiting()).toEqual([])
})

it('a failed queued call is retried after a minute unless its outbox has been disposed', async () => {
  answers = [() => refusal('service_unavailable'), () => refusal('service_unavailable')]
  await outbox.add(call('a'))
  await clock.advance(60_000)
  expect(sent).toEqual([])
  await clock.advance(60_000)
  expect(sent).toEqual(['a'])
  answers = [() => refusal('service_unavailable')]
  await outbox.add(call('b'))
  outbox.dispose()
  await clock.advance(60_000)
  expect(sent).toEqual(['a'])
})

it('a permanently rejected call is dropped, and its caller or a notice reports the reason', async () => {
  answers = [() => refusal('takes_not_shared'), offline, () => refusal('takes_not_shared')]
  await expect(outbox.add(call('a'))).rejects.toMatchObject({ code: 'takes_not_shared' })
  expect([await outbox.add(call('a')), notices]).toEqual([false, []])
  await outbox.flush()
  expect(notices).toMatchObject([{ kind: 'warning', stays: true }])
  expect([await outbox.add(call('b')), sent]).toEqual([true, ['b']])
})

it('a queued call about an unsynced song is sent after a sync', async () => {
  answers = [() => refusal('not_synced')]
  expect([await outbox.add(call('a')), syncs, sent]).toEqual([true, 1, ['a']])
})

it('a queued call waits with a notice if syncing does not help, without blocking later calls', async () => {
  answers = [1, 2, 3, 4].map(() => () => refusal('not_synced'))
  expect([await outbox.add(call('a')), syncs]).toEqual([false, 3])
  expect(outbox.waiting()).toHaveLength(1)
  expect(notices).toMatchObject([{ kind: 'warning' }])
  answers = [1, 2, 3, 4].map(() => () => refusal('not_synced'))
  expect([await outbox.add(call('b')), sent]).toEqual([true, ['b']])
  await outbox.flush()
  expect(sent).toEqual(['b', 'a'])
})

it('one user’s queued calls are never sent as another user', async () => {
  answers = [offline]
  await outbox.add(call('a'))
  user = 'ben'
  await outbox.flush()
  expect([outbox.waiting(), sent]).toEqual([[], []])
  user = 'ann'
  await outbox.flush()
  expect(sent).toEqual(['a'])
})

it('calls from an earlier session are sent when the plugin starts', async () => {
  const { kernel, sent: requests } = await openSocial(() => ok(undefined))
  const kept = kernel.settings.store(outboxSettings)
  kept.change({ calls: [{ id: 'call', user: OWN, ...call('homework') }] })
  await kernel.host.activate('social')
  await vi.waitFor(() => expect(kept.getState().calls).toEqual([]))
  expect(requests.at(-1)?.url).toMatch(/homework\/homework\/takes$/)
})
