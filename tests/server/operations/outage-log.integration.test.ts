import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../server/database/unavailable.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { databaseForFile } from '../support/test-database.js'

const ERROR = 50

const db = await databaseForFile()

const alarms = (log: readonly string[]) =>
  log.filter(line => (JSON.parse(line) as { level: number }).level >= 40)

describe('an outage', () => {
  // Mutation: logged as any error, each request is a line of two kilobytes.
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
