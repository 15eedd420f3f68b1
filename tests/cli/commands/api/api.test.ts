import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listening } from '../../../server/support/listening.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork } from '../../run-program.js'

const { at, put } = testFolder()
let server: Server | undefined

afterEach(close)

async function close(): Promise<void> {
  await new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
}

/** Starts a server that returns the same response to every call, and stores a session for it. */
async function sessionAt(status: number, problem?: object): Promise<string> {
  const type = { 'content-type': 'application/problem+json' }
  server = createServer((_request, response) =>
    response.writeHead(status, problem && type).end(problem && JSON.stringify(problem)),
  )
  const baseUrl = await listening(server)
  const tokens = JSON.stringify({ jwt: 'a.b.c', refreshToken: 'r', rememberMe: true })
  await put('cli.json', JSON.stringify({ [`session ${baseUrl} fretwork`]: tokens }))
  vi.stubEnv('FRETWORK_URL', baseUrl)
  return baseUrl
}

const kept = async () => {
  const entries = JSON.parse(await readFile(at('cli.json'), 'utf8'))
  return Object.keys(entries).filter(key => key.startsWith('session '))
}

describe('fretwork api errors', () => {
  it('api reports each field rejected by the server', async () => {
    const errors = [{ path: 'email', message: 'Invalid email address' }]
    await sessionAt(400, { type: 'about:blank', title: '', status: 400, code: 'invalid_input', errors })
    expect(await fretwork('api', 'login', '--email', 'unknown@x.y', '--password', 'secret')).toEqual({
      ...{ code: 5, out: '' },
      err: 'The server rejected the input (email: Invalid email address). Correct it and try again.\n',
    })
  })

  it('api reports a missing body file like every other command', async () => {
    const body = `@${at('body.json')}`
    expect(await fretwork('api', 'POST', '/presence/api/v1/auth/login', '--data', body)).toEqual({
      ...{ code: 4, out: '', err: `There is no file "${at('body.json')}"; check its path.\n` },
    })
  })
})

describe('fretwork api logout', () => {
  it.each([204, 200])('logout confirms the server’s response with status %d', async status => {
    await sessionAt(status)
    expect(await fretwork('api', 'logout')).toEqual({ code: 0, out: 'Logged out.\n', err: '' })
    expect(await kept()).toEqual([])
  })

  it('logout reports an unreachable server but still deletes the session', async () => {
    const baseUrl = await sessionAt(204)
    await close()
    expect(await fretwork('api', 'logout')).toEqual({
      ...{ code: 5, out: '' },
      err: `Logged out on this machine only, because ${baseUrl} could not be reached. After your next login, end the old session under Sessions.\n`,
    })
    expect(await kept()).toEqual([])
  })

  it('logout prints the same result as JSON', async () => {
    await sessionAt(503)
    const { code, out } = await fretwork('api', 'logout', '--json')
    expect({ code, said: JSON.parse(out) }).toEqual({
      code: 5,
      said: { loggedOut: true, serverNotified: false },
    })
  })

  it('logout prints no extra output if the server had already ended the session', async () => {
    await sessionAt(401)
    expect(await fretwork('api', 'logout')).toEqual({ code: 0, out: 'Logged out.\n', err: '' })
  })
})
