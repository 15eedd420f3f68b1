// Email queue: each email is sent by one of several workers and retried after failures.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareLink, redeemLink } from '../../../server/auth/link-tokens.js'
import { mailOutbox } from '../../../server/database/schema.js'
import { EmailRejected, type Mailer } from '../../../server/mail/mailer.js'
import type { Mail } from '../../../server/mail/message.js'
import { claimNext, queueMail, queueRequest } from '../../../server/mail/queue.js'
import { type MailOutcome, MailWorker } from '../../../server/mail/worker.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'
import { addUser } from '../../../server/users/accounts.js'
import { later } from '../../support/later.js'
import { databaseForFile } from '../support/test-database.js'
import { until } from '../support/until.js'

const MINUTE_MS = 60_000
const ASKING = { email: 'asking@x.example', name: 'Ada', passwordHash: null }

/** ID of a user without a profile. */
const UNKNOWN_USER = '00000000-0000-4000-8000-000000000000'
let now: number
let complaints: string[]
const db = await databaseForFile()
now = Date.parse('2026-11-21T12:00:00Z')
beforeEach(async () => {
  complaints = []
  outcomes = { sent: 0, failed: 0, dropped: 0 }
  for (const tenant of ['fretwork', 'other'])
    await db.database.inTenant(tenant, ({ sql }) => sql.delete(mailOutbox))
})

const queue = (to: string, tenant = 'fretwork', linkId?: string) =>
  db.database.inTenant(tenant, scope =>
    queueMail(
      scope,
      { ...NEW_TENANT, key: tenant, name: tenant },
      { id: UNKNOWN_USER, email: to },
      'account-deleted',
      { time: now, ...(linkId !== undefined && { linkId }) },
    ),
  )
let outcomes: Record<MailOutcome, number>
const workerWith = (send: Mailer['send']) =>
  new MailWorker({
    ...{ outcomes, database: db.database, now: () => now, mailer: { send } },
    warn: message => void complaints.push(message),
  })
/** Returns a worker that delivers every email, and the recipients so far. */
function delivering() {
  const sent: string[] = []
  return { sent, worker: workerWith(async mail => void sent.push(mail.to)) }
}
const waiting = () => db.inFretwork(({ sql }) => sql.select().from(mailOutbox))

it('an email worker sends every tenant’s emails under the tenant’s name', async () => {
  const sent: string[] = []
  await queue('a@x.example')
  await queue('b@x.example', 'other')
  await workerWith(async mail => void sent.push(`${mail.tenant.name} ${mail.to}`)).drain()
  // Tenants are processed in parallel.
  expect(sent.sort()).toEqual(['Fretwork a@x.example', 'Other b@x.example'])
  expect(await waiting()).toEqual([])
})

it('an email worker starts as soon as a transaction with a queued email commits', async () => {
  const { promise: arrived, answer: arrive } = later<Mail>()
  const worker = workerWith(async mail => arrive(mail))
  worker.start()
  await queue('prompt@x.example')
  expect((await arrived).to).toBe('prompt@x.example')
  await worker.stop()
})

it('a requested email is delayed so that response times do not reveal accounts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { sent, worker } = delivering()
  worker.start()
  try {
    await worker.drain()
    await db.inFretwork(scope => addUser(scope, ASKING))
    await db.inFretwork(scope =>
      queueRequest(scope, { kind: 'forgot', email: ASKING.email, from: '203.0.113.1' }),
    )
    for (let look = 0; look < 5; look += 1)
      expect(await waiting()).toMatchObject([{ kind: 'forgot', attempts: 0 }])
    await vi.advanceTimersByTimeAsync(1300)
    vi.useRealTimers()
    await until(() => expect(sent).toEqual([ASKING.email]))
  } finally {
    vi.useRealTimers()
    await worker.stop()
  }
})

it('each email is sent by only one of several workers', async () => {
  for (let index = 0; index < 30; index++) await queue(`${index}@x.example`)
  const workers = [delivering(), delivering(), delivering()]
  await Promise.all(workers.map(({ worker }) => worker.drain()))
  const sent = workers.flatMap(each => each.sent)
  expect([sent.length, new Set(sent).size]).toEqual([30, 30])
})

it('sent, failed and dropped emails are counted in /metrics', async () => {
  const refusals: (Error | undefined)[] = [new Error('busy'), new EmailRejected('unknown'), undefined]
  for (const _ of refusals) await queue('ada@x.example')
  const worker = workerWith(async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
  })
  await worker.drain()
  expect(outcomes).toEqual({ sent: 1, failed: 1, dropped: 1 })
})

it('failed emails are retried with increasing delays, then dropped without logging the address', async () => {
  let attempts = 0
  await queue('down@x.example')
  const worker = workerWith(async () => {
    attempts += 1
    throw new Error('the mail server is down')
  })
  const begun = now
  for (const [nth, minutes] of [0, 1, 6, 21, 81, 261, 561, 961].entries()) {
    if (nth > 0) {
      now = begun + minutes * MINUTE_MS - 1
      await worker.drain()
      expect([minutes, attempts]).toEqual([minutes, nth])
    }
    now = begun + minutes * MINUTE_MS
    await worker.drain()
    expect([minutes, attempts]).toEqual([minutes, nth + 1])
  }
  expect(await waiting()).toEqual([])
  expect(complaints.at(-1)).toContain('dropped')
  expect(complaints.join()).not.toContain('down@x.example')
})

it('another worker sends the email of a worker that crashed while sending', async () => {
  await queue('lost@x.example')
  await db.inFretwork(scope => claimNext(scope, now))
  const { sent, worker } = delivering()
  await worker.drain()
  expect(sent).toEqual([])
  now += 5 * MINUTE_MS
  await worker.drain()
  expect(sent).toEqual(['lost@x.example'])
})

it('a slow email server does not delay other emails or tenants', async () => {
  const sent: string[] = []
  const { promise: answered, answer } = later()
  const worker = workerWith(async mail => {
    if (mail.to.startsWith('slow')) await answered
    sent.push(mail.to)
  })
  await queue('slow@x.example')
  worker.start()
  await until(async () => expect((await waiting())[0]?.attempts).toBe(1))
  await queue('quick@x.example')
  await queue('quick@y.example', 'other')
  await until(() => expect(sent.toSorted()).toEqual(['quick@x.example', 'quick@y.example']))
  answer()
  await worker.drain()
  expect(sent).toContain('slow@x.example')
  await worker.stop()
})

it('an email claimed too often without a result is dropped', async () => {
  await queue('endless@x.example')
  for (let time = 0; time < 8; time += 1) {
    await db.inFretwork(scope => claimNext(scope, now))
    now += 5 * MINUTE_MS
  }
  const { sent, worker } = delivering()
  await worker.drain()
  expect(sent).toEqual([])
  expect(await waiting()).toEqual([])
  expect(complaints.join()).toContain('dropped')
})

it('a retried email with a new link gets a new message ID, and other retries keep theirs', async () => {
  const { id } = await db.inFretwork(scope => addUser(scope, { ...ASKING, email: 'again@x.example' }))
  const linkId = await db.inFretwork(scope => prepareLink(scope, { userId: id, purpose: 'reset' }, now))
  const ids: Record<string, (string | undefined)[]> = { 'again@x.example': [], 'plain@x.example': [] }
  await queue('again@x.example', 'fretwork', linkId)
  await queue('plain@x.example')
  const worker = workerWith(async mail => {
    ids[mail.to]?.push(mail.id)
    if ((ids[mail.to]?.length ?? 0) < 2) throw new Error('no answer')
  })
  await worker.drain()
  now += 2 * MINUTE_MS
  await worker.drain()
  const different = (of: readonly unknown[] | undefined) => [of?.length, new Set(of).size]
  expect(different(ids['again@x.example'])).toEqual([2, 2])
  expect(different(ids['plain@x.example'])).toEqual([2, 1])
})

describe('links in queued emails', () => {
  const user = (email: string) => db.inFretwork(scope => addUser(scope, { ...ASKING, email }))

  it('an email link gets its secret when its email is composed', async () => {
    const { id: userId } = await user('ada@example.org')
    const linkId = await db.inFretwork(scope => prepareLink(scope, { userId, purpose: 'reset' }, now))
    await queue('ada@example.org', 'fretwork', linkId)
    const tokens = await db.inFretwork(({ sql }) => sql.query.linkTokens.findMany())
    expect(tokens.find(link => link.userId === userId)).toMatchObject({ hash: null })
    let token = ''
    await workerWith(async mail => {
      token = mail.values.token ?? ''
    }).drain()
    expect((await db.inFretwork(scope => redeemLink(scope, token, 'reset', now)))?.user.id).toBe(userId)
  })

  it('every queued password link is sent, and a newer email change replaces an earlier one', async () => {
    const { id: userId } = await user('grace@example.org')
    const sentFor = async (purpose: 'reset' | 'change-email') => {
      const promise = () => db.inFretwork(scope => prepareLink(scope, { userId, purpose }, now))
      const [older, newer] = [await promise(), await promise()]
      await queue('older@example.org', 'fretwork', older)
      await queue('newer@example.org', 'fretwork', newer)
      const { sent, worker } = delivering()
      await worker.drain()
      // Emails are sent in parallel, so their order varies.
      return sent.sort()
    }
    expect(await sentFor('reset')).toEqual(['newer@example.org', 'older@example.org'])
    expect(await sentFor('change-email')).toEqual(['newer@example.org'])
  })
})
