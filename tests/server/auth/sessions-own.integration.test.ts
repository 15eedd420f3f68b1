import { beforeEach, expect, it } from 'vitest'
import { deviceOf } from '../../../server/auth/login-origin.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const EDGE = `${CHROME} Edg/130.0.0.0`
let count = 0
let email: string
const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
beforeEach(async () => {
  server.clock.now += 61_000
  email = `ada${++count}@example.org`
  await server.addUser(email, { name: 'Ada' })
  await box.collect()
})

const logIn = async (agent: string, address: string, whose = email) => {
  const answer = await server.send(`${AUTH}/login`, {
    body: { email: whose, password: PASSWORD },
    headers: { 'user-agent': agent },
    address,
  })
  return String(answer.json().jwt)
}
const list = async (jwt: string) => (await server.send(`${AUTH}/sessions`, { jwt })).json().items
const end = (jwt: string, id = '') =>
  server.send(`${AUTH}/sessions${id && `/${id}`}`, { jwt, method: 'DELETE' })
const status = async (jwt: string) => (await server.send(`${AUTH}/user`, { jwt })).statusCode

it('each session shows its device, network, start and last use', async () => {
  const began = new Date(server.clock.now).toISOString()
  const first = await server.send(`${AUTH}/login`, {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
    address: '203.0.113.77',
  })
  server.clock.now += 30 * 60_000
  const seen = new Date(server.clock.now).toISOString()
  await server.send(`${AUTH}/refresh`, { body: { refreshToken: first.json().refreshToken } })
  const items = await list(await logIn(SAFARI, '2001:db8:5:6::1'))
  expect(items).toMatchObject([
    { current: true, device: 'Safari on iOS', network: '2001:db8:5::/48', begunAt: seen, seenAt: seen },
    { current: false, device: 'Firefox on Linux', network: '203.0.113.0/24', begunAt: began, seenAt: seen },
  ])
  expect(JSON.stringify(items)).not.toContain('113.77')
})

it('ending a session invalidates its token immediately and removes it from the list', async () => {
  const [mine, other] = [await logIn(FIREFOX, '10.0.0.1'), await logIn(CHROME, '10.0.0.1')]
  const { id } = (await list(mine)).find((item: { current: boolean }) => !item.current)
  expect((await end(mine, id)).statusCode).toBe(204)
  expect([await status(mine), await status(other)]).toEqual([200, 401])
  expect(await list(mine)).toHaveLength(1)
  expect((await end(mine, id)).json().code).toBe('not_found')
})

it('a user can end all sessions but the current one', async () => {
  const others = [await logIn(FIREFOX, '10.0.0.1'), await logIn(CHROME, '10.0.0.1')]
  const mine = await logIn(EDGE, '10.0.0.1')
  expect((await end(mine)).statusCode).toBe(204)
  expect(await Promise.all([mine, ...others].map(status))).toEqual([200, 401, 401])
})

it('users can neither see nor end other users’ sessions', async () => {
  const mine = await logIn(FIREFOX, '10.0.0.1')
  const [{ id }] = await list(mine)
  await server.addUser(`eve${count}@example.org`)
  const eve = await logIn(FIREFOX, '10.0.0.1', `eve${count}@example.org`)
  expect((await end(eve, id)).statusCode).toBe(404)
  await end(eve)
  expect(await status(mine)).toBe(200)
  expect(await list(eve)).toHaveLength(1)
})

it('ended sessions do not store a network address', async () => {
  const jwt = await logIn(FIREFOX, '203.0.113.77')
  await server.send(`${AUTH}/logout`, { jwt })
  const rows = await db.inFretwork(({ sql }) => sql.query.sessions.findMany())
  const ended = rows.filter(row => row.endedAt !== null)
  expect(ended.length).toBeGreaterThan(0)
  expect(ended.filter(row => row.network !== null)).toEqual([])
})

it('a login from a new location sends an email unless it is the first login', async () => {
  await logIn(FIREFOX, '203.0.113.77')
  await logIn(FIREFOX, '203.0.113.200')
  await logIn(FIREFOX.replaceAll('130', '131'), '203.0.113.5')
  expect(await box.delivered()).toEqual([])
  await logIn(FIREFOX, '198.51.100.4')
  expect(await box.delivered()).toEqual([[email, 'new-place']])
  await logIn(CHROME, '203.0.113.77')
  expect(await box.delivered()).toEqual([[email, 'new-place']])
  await logIn(CHROME, '203.0.113.78')
  await logIn(FIREFOX, '198.51.100.9')
  expect(await box.delivered()).toEqual([])
})

it('a login location stays known after its session ends', async () => {
  const jwt = await logIn(FIREFOX, '203.0.113.77')
  await server.send(`${AUTH}/logout`, { jwt })
  await logIn(FIREFOX, '203.0.113.77')
  expect(await box.delivered()).toEqual([])
})

it.each([
  [FIREFOX, 'Firefox on Linux'],
  [SAFARI, 'Safari on iOS'],
  [CHROME, 'Chrome on Windows'],
  [EDGE, 'Edge on Windows'],
  ['fretwork/1.2.0', 'Fretwork'],
  ['curl/8', ''],
  ['', ''],
])('the user agent “%s” is shown as “%s”', (agent, name) => expect(deviceOf(agent)).toBe(name))

it('the device name is based on the first 256 characters of the user agent', () => {
  expect(deviceOf(`${' '.repeat(200)}${FIREFOX}`)).toBe('Linux')
  expect(deviceOf(`${'Version/1 '.repeat(1600)}Safari/1`)).toBe('')
})
