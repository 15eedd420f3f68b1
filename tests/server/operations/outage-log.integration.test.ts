// What the log says about the database: once a second during an outage, and nothing because of a client.
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../../server/database/unavailable.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

const ERROR = 50

let db: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.end())

const alarms = (log: readonly string[]) =>
  log.filter(line => (JSON.parse(line) as { level: number }).level >= 40)

describe('an outage', () => {
  // Mutation: logged as any error, each request is a line of two kilobytes.
  it('is one short line a second, whatever fails because of it', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
    const unavailable = () => Promise.reject(new DatabaseUnavailable(refused))
    const server = await testApp({ ...db.database, login: { ...db.database.login, inTenant: unavailable } })
    const body = { email: 'ada@example.org', password: PASSWORD }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.send(`${AUTH}/login`, { body })),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
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

describe('a client', () => {
  // Mutation: ECONNRESET by its code alone is one of the database.
  it.each([
    ['resets its connection', (socket: ReturnType<typeof connect>) => socket.resetAndDestroy()],
    ['ends its connection', (socket: ReturnType<typeof connect>) => socket.end()],
    ['goes away', (socket: ReturnType<typeof connect>) => socket.destroy()],
  ])('that %s in the middle of a body raises no alarm', async (_how, leave) => {
    const server = await testApp(db.database)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    for (let count = 0; count < 5; count += 1) {
      const received = once(server.app.server, 'request')
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST ${AUTH}/login HTTP/1.1\r\nhost: 127.0.0.1\r\nx-tenant: fretwork\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":`,
      )
      await received
      // The tenant is looked up before the body is read.
      await new Promise(resolve => setTimeout(resolve, 50))
      leave(socket)
    }
    // The error of a request follows the end of its connection.
    await expect.poll(() => promisify(server.app.server.getConnections.bind(server.app.server))()).toBe(0)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(server.log.filter(line => line.includes('incoming request'))).toHaveLength(5)
    expect(alarms(server.log)).toEqual([])
    await server.end()
  })
})
