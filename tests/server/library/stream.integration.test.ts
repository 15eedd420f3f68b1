// Streams send each write to devices on all servers and end with their session. Timers are faked so
// that servers poll only when a test advances them.
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asOwner, type Database } from '../../../server/database/connection.js'
import { LibraryStreams } from '../../../server/library/stream.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'
import { until } from '../support/until.js'
import { LIBRARY, write } from './library-world.js'

type Server = Awaited<ReturnType<typeof testApp>>

let db: Awaited<ReturnType<typeof testDatabase>>
let here: Server
let there: Server
let behindPooler: Server
const open: AbortController[] = []
let born = 0
let email: string

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  db = await testDatabase()
  const pooled: Database = { ...db.database, hear: () => async () => undefined }
  ;[here, there, behindPooler] = await Promise.all([
    testApp(db.database),
    testApp(db.database),
    testApp(pooled),
  ])
  for (const server of [here, there, behindPooler]) await server.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  email = `listener${born++}@mail.example`
  await here.addUser(email, { features: ['SubscriptionLevel.Basic'] })
  await here.addUser(email, {}, 'other')
  for (const server of [here, there, behindPooler]) server.clock.now += 61_000
})
afterEach(() => {
  for (const each of open.splice(0)) each.abort()
})
afterAll(async () => {
  for (const server of [here, there, behindPooler]) {
    // Closes the keep-alive connections of `fetch`, as `start.ts` does.
    server.app.server.closeAllConnections()
    await server.end()
  }
  await db.end()
  vi.useRealTimers()
})

const jwtAt = async (server: Server, tenant = 'fretwork') => (await server.logIn(email, tenant)).jwt

async function follow(server: Server, jwt: string, tenant = 'fretwork') {
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const aborting = new AbortController()
  open.push(aborting)
  const answer = await fetch(`http://127.0.0.1:${port}${LIBRARY}/stream`, {
    headers: { authorization: `Bearer ${jwt}`, 'x-tenant': tenant },
    signal: aborting.signal,
  })
  const heard = { text: '', isOver: false, headers: answer.headers, status: answer.status }
  const reading = async () => {
    for await (const chunk of answer.body ?? []) heard.text += Buffer.from(chunk).toString()
    heard.isOver = true
  }
  reading().catch(() => undefined)
  return heard
}

const seqsOf = ({ text }: { readonly text: string }) =>
  [...text.matchAll(/event: changed\ndata: \{"seq":(\d+)\}\n\n/g)].map(([, seq]) => Number(seq))

async function make(server: Server, jwt: string, tenant = 'fretwork'): Promise<void> {
  const body = { device: 'Laptop', writes: [write(`r${born++}`, { name: 'A' })] }
  const answer = await server.send(`${LIBRARY}/changes`, { jwt, tenant, body })
  expect(answer.statusCode, answer.body).toBe(200)
}

const backends = () =>
  asOwner(db.address, async owner => {
    const sql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
    return (await owner.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid)
  })

/** Waits until the servers with open streams listen for notifications. */
const hearing = () => until(async () => expect((await backends()).length).toBe(2))

it('a change stream sends the latest cursor, then each change from this and other servers', async () => {
  const [jwt, jwtThere] = [await jwtAt(here), await jwtAt(there)]
  await make(here, jwt)
  const [heardHere, heardThere] = [await follow(here, jwt), await follow(there, jwtThere)]
  await until(() => expect([seqsOf(heardHere), seqsOf(heardThere)]).toEqual([[1], [1]]))
  await hearing()
  await make(here, jwt)
  await make(there, jwtThere)
  await until(() =>
    expect([seqsOf(heardHere), seqsOf(heardThere)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]),
  )
  expect(Object.fromEntries(heardHere.headers)).toMatchObject({
    ...{ 'content-type': expect.stringContaining('text/event-stream'), 'cache-control': 'no-store' },
    'x-accel-buffering': 'no',
  })
})

it('the server polls for changes by other servers if a pooler drops notifications', async () => {
  const [jwt, jwtHere] = [await jwtAt(behindPooler), await jwtAt(here)]
  const heard = await follow(behindPooler, jwt)
  await until(() => expect(seqsOf(heard)).toEqual([0]))
  await make(here, jwtHere)
  await until(() => {
    vi.advanceTimersByTime(1000)
    expect(seqsOf(heard)).toEqual([0, 1])
  })
})

it('opening a change stream queries only its own user, however many streams are open', async () => {
  const jwts = await Promise.all([jwtAt(here), jwtAt(here)])
  for (const jwt of jwts) await follow(here, jwt)
  await hearing()
  email = `listener${born++}@mail.example`
  await here.addUser(email, { features: ['SubscriptionLevel.Basic'] })
  const jwt = await jwtAt(here)
  // The server first fetches missed changes for all users.
  vi.advanceTimersByTime(1000)
  await until(() => expect(db.database.connections().idle).toBe(db.database.connections().total))
  const looks = vi.spyOn(db.database.background, 'readBatch')
  const reads = async () => {
    vi.advanceTimersByTime(1000)
    const sqls = await Promise.all(looks.mock.results.map(({ value }) => value))
    looks.mockClear()
    return sqls.map(rows => (rows as unknown[]).length)
  }
  await make(here, jwt)
  await follow(here, jwt)
  expect(await reads()).toEqual([1])
  expect(await reads()).toEqual([])
  looks.mockRestore()
})

it('a change stream sends missed changes after a lost database connection', async () => {
  const [jwt, jwtThere] = [await jwtAt(here), await jwtAt(there)]
  const heard = await follow(there, jwtThere)
  await follow(here, jwt)
  await hearing()
  const before = await backends()
  await asOwner(db.address, owner => owner.query('SELECT pg_terminate_backend(unnest($1::int[]))', [before]))
  await make(here, jwt)
  await until(async () => expect((await backends()).filter(pid => !before.includes(pid))).toHaveLength(2))
  await until(() => {
    vi.advanceTimersByTime(1000)
    expect(seqsOf(heard)).toEqual([0, 1])
  })
  // Later changes arrive as notifications, without polling.
  await make(here, jwt)
  await until(() => expect(seqsOf(heard)).toEqual([0, 1, 2]))
})

it('a change stream excludes changes by other users and by the same address in another tenant', async () => {
  const jwt = await jwtAt(here)
  const heard = await follow(here, jwt)
  const other = await jwtAt(here, 'other')
  const heardInOther = await follow(here, other, 'other')
  await make(here, other, 'other')
  await until(() => expect(seqsOf(heardInOther)).toEqual([0, 1]))
  expect(seqsOf(heard)).toEqual([0])
  expect((await follow(here, jwt, 'other')).status).toBe(401)
})

it('a change stream sends a comment every 20 seconds', async () => {
  const heard = await follow(here, await jwtAt(here))
  await until(() => expect(seqsOf(heard)).toEqual([0]))
  vi.advanceTimersByTime(20_000)
  await until(() => expect(heard.text).toMatch(/\n\n: \n\n$/))
})

it('a change stream ends when the access token expires or the session ends', async () => {
  const [first, second] = [await jwtAt(here), await jwtAt(here)]
  const [old, ended] = [await follow(here, first), await follow(here, second)]
  expect((await here.send(`${AUTH}/logout`, { jwt: second })).statusCode).toBe(204)
  vi.advanceTimersByTime(20_000)
  await until(() => expect(ended.isOver).toBe(true))
  expect(old.isOver).toBe(false)
  here.clock.now += 45 * 60_000
  vi.advanceTimersByTime(20_000)
  await until(() => expect(old.isOver).toBe(true))
})

it('a change stream is counted while it is open and ends when the account is deleted', async () => {
  const isCounted = (count: number) =>
    until(async () => {
      expect((await here.send('/metrics')).body).toMatch(
        new RegExp(`^fretwork_library_streams ${count}$`, 'm'),
      )
    })
  await isCounted(0)
  const jwt = await jwtAt(here)
  const heard = await follow(here, jwt)
  await isCounted(1)
  const body = { currentPassword: PASSWORD }
  expect((await here.send(`${AUTH}/account/delete`, { jwt, body })).statusCode).toBe(204)
  vi.advanceTimersByTime(20_000)
  await until(() => expect(heard.isOver).toBe(true))
  await isCounted(0)
})

it('opening a user’s twenty-first change stream closes the oldest one', async () => {
  const jwt = await jwtAt(here)
  const all: Awaited<ReturnType<typeof follow>>[] = []
  for (let nth = 0; nth < 22; nth += 1) all.push(await follow(here, jwt))
  await until(() => expect(all.map(({ isOver }) => isOver)).toEqual([true, true, ...Array(20).fill(false)]))
})

it('a stopping server ends its change streams immediately', async () => {
  const streams = new LibraryStreams(
    db.database,
    () => 0,
    () => undefined,
  )
  await streams.close()
  const late = streams.open({ tenant: 'fretwork', user: email, session: 'any', until: 1 }, 3)
  expect([await text(late), streams.size]).toEqual(['event: changed\ndata: {"seq":3}\n\n', 0])
})

it('an open change stream does not delay the shutdown', async () => {
  const last = await testApp(db.database)
  await last.app.listen({ host: '127.0.0.1', port: 0 })
  last.clock.now = here.clock.now + 61_000
  const heard = await follow(last, await jwtAt(last))
  await last.end()
  await until(() => expect(heard.isOver).toBe(true))
})
