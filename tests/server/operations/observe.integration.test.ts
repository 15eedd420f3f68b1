// Monitoring: readiness, metrics, request IDs, and logs without secrets.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { MIGRATIONS } from '../../../server/database/migrate.js'
import { DatabaseUnavailable } from '../../../server/database/unavailable.js'
import { AUTH, codeOf, PASSWORD, serverForFile, testApp } from '../support/test-app.js'
import { until } from '../support/until.js'

const TOKEN = 'figures-for-prometheus'

const { db, server } = await serverForFile({
  env: { FRETWORK_METRICS_TOKEN: TOKEN, FRETWORK_TRUSTED_PROXIES: '10.1.0.0/16' },
})
await server.addUser('ada@example.org')
const ownerDoes = (text: string) => asOwner(db.address, owner => owner.query(text))

it('/ready reports the latest migrations', async () => {
  const answer = await server.send('/ready')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { status: 'ready', tables: MIGRATIONS.at(-1)?.id },
  ])
})

it('/ready returns 503 while required tables are missing, and the log lists them', async () => {
  const last = MIGRATIONS.at(-1)?.id ?? ''
  await ownerDoes(`UPDATE migrations SET id = '9999-x' WHERE id = '${last}'`)
  expect(codeOf(await server.send('/ready'))).toBe('503 service_unavailable')
  expect(server.log.join('')).toContain(last)
  await ownerDoes(`UPDATE migrations SET id = '${last}' WHERE id = '9999-x'`)
})

it('/ready accepts a database migrated by a newer server', async () => {
  await ownerDoes("INSERT INTO migrations (id, hash) VALUES ('9999-x', 'x')")
  expect((await server.send('/ready')).statusCode).toBe(200)
  await ownerDoes("DELETE FROM migrations WHERE id = '9999-x'")
})

const read = (sent = {}) => server.send('/metrics', { tenant: undefined, ...sent })

it('requests are counted by route and status, never by path', async () => {
  await server.send(`${AUTH}/verify/${'s'.repeat(43)}`, { method: 'POST' })
  await server.send(`${AUTH}/user`)
  await server.send('/no/such/address')
  const text = (await read()).body
  expect(text).toMatch(
    /duration_seconds_count\{method="GET",route="\/presence\/api\/v1\/auth\/user",status="401"\} \d/,
  )
  expect(text).toContain('route="none",status="404"')
  expect(text).not.toContain('sssss')
  expect(text).not.toContain('/no/such')
})

it('metrics cover connections, hashing and email', async () => {
  const { body, headers } = await read()
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const line of [
    /^fretwork_database_connections\{state="busy"\} \d+$/m,
    /^fretwork_password_checks\{state="waiting"\} 0$/m,
    /^fretwork_mail_queue\{state="new"\} 0$/m,
    /^process_resident_memory_bytes \d{7,}$/m,
    /^fretwork_mails_total\{outcome="dropped"\} 0$/m,
    /^fretwork_database_wait_seconds_count \d+$/m,
    /^fretwork_build_info\{version="0\.0\.0",tables="\d{4}-[^"]+",node="\d+[^"]+"\} 1$/m,
  ])
    expect(body).toMatch(line)
})

it.each(['grafana.json', 'alerts.yaml'])(
  'the metrics include every metric used in docs/deploy/%s',
  async file => {
    await server.send('/health')
    const text = readFileSync(new URL(`../../../docs/deploy/${file}`, import.meta.url), 'utf8')
    const named = new Set(text.match(/\b(?:fretwork|nodejs|process)_[a-z0-9_]+/g))
    const { body } = await read()
    const there = new Set([...body.matchAll(/^([a-z0-9_]+)[ {]/gm)].map(([, name]) => name))
    expect(named.size).toBeGreaterThan(8)
    expect([...named].filter(name => !there.has(name))).toEqual([])
  },
)

it.each([
  ['another machine', { address: '203.0.113.9' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxy without a forwarded address', { headers: { host: 'fretwork.example' } }],
  ['a wrong token', { address: '203.0.113.9', jwt: 'figures-for-prometheuS' }],
])('/metrics rejects %s', async (_who, sent) => expect((await read(sent)).statusCode).toBe(401))

it('/metrics requires the token, and returns 404 to other machines if no token is configured', async () => {
  expect((await read({ address: '203.0.113.9', jwt: TOKEN })).statusCode).toBe(200)
  const plain = await testApp(db.database)
  expect((await plain.send('/metrics', { address: '203.0.113.9' })).statusCode).toBe(404)
  await plain.end()
})

const given = (address: string, id: string) =>
  server
    .send('/health', { address, headers: { 'x-request-id': id } })
    .then(({ headers }) => headers['x-request-id'])

it('a request ID is accepted only from a trusted proxy and only if it can’t forge a log line', async () => {
  expect(await given('10.1.2.3', 'trace-4711')).toBe('trace-4711')
  expect(await given('10.2.2.3', 'trace-4711')).not.toBe('trace-4711')
  expect(await given('10.1.2.3', 'trace-4711" level=60')).toMatch(/^[0-9a-f-]{36}$/)
})

it('the log and the problem document contain the request ID', async () => {
  const answer = await server.send(`${AUTH}/user`, {
    address: '10.1.2.3',
    headers: { 'x-request-id': 'trace-4712' },
  })
  expect(answer.json().requestId).toBe('trace-4712')
  expect(server.log.join('')).toContain('"reqId":"trace-4712"')
})

// The logging library's own error serializer would include the planted address.
it('a failed statement is logged without its values', async () => {
  const secret = 'planted-secret-4680'
  server.app.log.error(
    {
      err: await db.database
        .inTenant('fretwork', scope => scope.sql.execute(sql`SELECT ${secret}::int`))
        .catch(error => error),
    },
    'It failed.',
  )
  const line = server.log.at(-1) ?? ''
  expect(line).toContain('SELECT $1::int')
  expect(line).toContain('22P02')
  expect(line).not.toContain(secret)
})

it('an unexpected statement error causes a 500 without the error text', async () => {
  await ownerDoes('ALTER TABLE sessions RENAME TO sessions_away')
  const answer = await server.send(`${AUTH}/login`, {
    body: { email: 'ada@example.org', password: PASSWORD },
  })
  await ownerDoes('ALTER TABLE sessions_away RENAME TO sessions')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/sessions|at .+\.ts/)
  expect(server.log.join('')).not.toContain(PASSWORD)
})

const alarms = (log: readonly string[]) =>
  log.filter(line => (JSON.parse(line) as { level: number }).level >= 40)

it('an outage logs one short line per second, however many requests fail', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
  const unavailable = () => Promise.reject(new DatabaseUnavailable(refused))
  const server = await testApp({ ...db.database, login: { ...db.database.login, inTenant: unavailable } })
  const body = { email: 'ada@example.org', password: PASSWORD }
  // Freezes the clock so that all hundred requests fall into the same second.
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.send(`${AUTH}/login`, { body })))
  stopped.mockRestore()
  const refusals = answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']].join())
  expect(new Set(refusals)).toEqual(new Set(['503,5']))
  const lines = alarms(server.log)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 50, msg: 'The database is unavailable.', code: 'ECONNREFUSED', reason: refused.message },
    reqId: expect.any(String),
  })
  expect(lines[0]?.length).toBeLessThan(400)
  await server.end()
})

it('a client that resets its connection while sending a body triggers no alert', async () => {
  const server = await testApp(db.database)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const received = once(server.app.server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(
    `POST ${AUTH}/login HTTP/1.1\r\nhost: localhost\r\nx-tenant: fretwork\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":`,
  )
  const [request] = await received
  // The server looks up the tenant before reading the body.
  await until(() => expect(request.listenerCount('data')).toBeGreaterThan(0))
  socket.resetAndDestroy()
  await until(() => expect(request.closed).toBe(true))
  await server.end()
  expect(server.log.some(line => line.includes('incoming request'))).toBe(true)
  expect(alarms(server.log)).toEqual([])
})
