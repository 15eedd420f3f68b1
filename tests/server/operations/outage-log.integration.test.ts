import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../server/database/unavailable.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { databaseForFile } from '../support/test-database.js'
import { until } from '../support/until.js'

const ERROR = 50

const db = await databaseForFile()

const alarms = (log: readonly string[]) =>
  log.filter(line => (JSON.parse(line) as { level: number }).level >= 40)

describe('an outage', () => {
  it('is one short line a second, whatever fails because of it', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
    const unavailable = () => Promise.reject(new DatabaseUnavailable(refused))
    const server = await testApp({ ...db.database, login: { ...db.database.login, inTenant: unavailable } })
    const body = { email: 'ada@example.org', password: PASSWORD }
    // All hundred requests fall into one second, however slow the machine is.
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.send(`${AUTH}/login`, { body })),
    )
    stopped.mockRestore()
    const refusals = answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']].join())
    expect(new Set(refusals)).toEqual(new Set(['503,5']))
    const lines = alarms(server.log)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: ERROR,
      msg: 'The database is unavailable.',
      code: 'ECONNREFUSED',
      reason: refused.message,
      reqId: expect.any(String),
    })
    expect(lines[0]?.length).toBeLessThan(400)
    await server.end()
  })
})

it('a client that resets its connection in the middle of a body raises no alarm', async () => {
  const server = await testApp(db.database)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const received = once(server.app.server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(
    `POST ${AUTH}/login HTTP/1.1\r\nhost: localhost\r\nx-tenant: fretwork\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":`,
  )
  const [request] = await received
  // The tenant is looked up before the body is read.
  await until(() => expect(request.listenerCount('data')).toBeGreaterThan(0))
  socket.resetAndDestroy()
  await until(() => expect(request.closed).toBe(true))
  await server.end()
  expect(server.log.some(line => line.includes('incoming request'))).toBe(true)
  expect(alarms(server.log)).toEqual([])
})
