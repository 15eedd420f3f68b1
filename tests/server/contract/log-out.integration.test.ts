// What a log-out answers, in the contract, in the document that describes it, on the server and to the client: 204, and a
// failure changes nothing for who leaves (specification, section 8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logout } from '../../../src/core/api/auth.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { tabOf } from '../../core/auth/session.js'
import type { Answering } from '../../core/http/fake-transport.js'
import { AUTH, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '1000,1000' } })
  await server.addUser('ada@example.org')
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const overHttp: Answering = async ({ method, url, headers, body }) => {
  const jwt = /^Bearer (.+)$/.exec(String(headers.Authorization ?? ''))?.[1]
  const answer = await server.send(url, { method: method as 'GET', body, ...(jwt && { jwt }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}

async function loggedIn() {
  const tab = tabOf(overHttp, memoryPlatform())
  const notified: boolean[] = []
  tab.auth.onLoggedOut(({ serverNotified }) => void notified.push(serverNotified !== false))
  await tab.auth.login({ email: 'ada@example.org', password: 'correct horse 🐎' })
  const jwt = tab.auth.state.getState().user?.jwt ?? ''
  return { ...tab, notified, jwt }
}

describe('a log-out', () => {
  it('answers with the one status and the empty body that contract and description name', async () => {
    const described = (await server.send('/openapi.json')).json().paths[logout.path].get.responses
    const successes = Object.keys(described).filter(status => status.startsWith('2'))
    expect(successes).toEqual([String(logout.status)])
    expect(described[logout.status].content).toBeUndefined()
    const { jwt } = await server.logIn('ada@example.org')
    const answer = await server.send(`${AUTH}/logout`, { jwt })
    expect([answer.statusCode, answer.body]).toEqual([logout.status, ''])
  })

  it('is heard by the client, and ends the session on the server', async () => {
    const { auth, notified, jwt, cookie } = await loggedIn()
    await auth.logout()
    expect([notified, auth.state.getState().status, cookie()]).toEqual([[true], 'loggedOut', null])
    expect((await server.send(`${AUTH}/user`, { jwt })).json().code).toBe('session_ended')
  })

  it('of a session that is over is refused, which the client takes for done', async () => {
    const { auth, notified, jwt } = await loggedIn()
    await server.send(`${AUTH}/logout`, { jwt })
    const again = await server.send(`${AUTH}/logout`, { jwt })
    expect([again.statusCode, again.json().code]).toEqual([401, 'session_ended'])
    await auth.logout()
    expect([notified, auth.state.getState().status]).toEqual([[true], 'loggedOut'])
  })
})
