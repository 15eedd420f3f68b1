import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { deviationsOf } from '../../../cli/commands/api/check/deviations.js'
import { documentOf, Problem } from '../../../server/http/problem.js'
import { currentUser, login, logout } from '../../../src/core/api/auth.js'
import { callWitness, type Witness } from './witnessed.js'

const user = { id: '1', email: 'a@b.example', name: 'A', emailVerified: true, roles: [], features: [] }
const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const problem = { ...json, 'content-type': 'application/problem+json', 'x-request-id': 'r1' }
const refusal = (code: 'invalid_credentials' | 'method_not_allowed' | 'session_ended') =>
  JSON.stringify(documentOf(new Problem(code), 'r1'))

it('finds nothing in answers that keep to the contract', () => {
  expect(deviationsOf(currentUser, { status: 200, headers: json, text: JSON.stringify(user) })).toEqual([])
  expect(deviationsOf(logout, { status: 204, headers: json, text: '' })).toEqual([])
  const refused = { status: 401, headers: problem, text: refusal('invalid_credentials') }
  expect(deviationsOf(login, refused)).toEqual([])
})

it.each([
  ['another status', 201, json, JSON.stringify(user), 'should have 200'],
  ['a key too many', 200, json, JSON.stringify({ ...user, passwordHash: 'x' }), 'more than its schema'],
  ['a key of the wrong type', 200, json, JSON.stringify({ ...user, roles: 'Admin' }), 'not of its schema'],
  ['no JSON', 200, json, '<html>', 'not of its schema'],
  [
    'another type',
    200,
    { ...json, 'content-type': 'text/html' },
    JSON.stringify(user),
    'not said to be JSON',
  ],
  ['leave to keep it', 200, { ...json, 'cache-control': 'private' }, JSON.stringify(user), 'kept by a cache'],
  ['a page for a problem', 502, problem, 'Bad Gateway', 'not a problem document'],
  ['a code of another call', 401, problem, refusal('invalid_credentials'), 'does not list'],
  ['a method refused that is its own', 405, problem, refusal('method_not_allowed'), 'does not list'],
  ['a code of another status', 400, problem, refusal('session_ended'), 'which is for 401'],
  [
    'a request of no name',
    401,
    { ...problem, 'x-request-id': 'r2' },
    refusal('session_ended'),
    'name its request',
  ],
])('finds %s', (_what, status, headers, text, sentence) => {
  expect(deviationsOf(currentUser, { status, headers, text }).join('\n')).toContain(sentence)
})

it('finds the inside of the server in an answer', () => {
  const shown = documentOf(new Problem('internal_error'), 'r1')
  const text = JSON.stringify({ ...shown, detail: 'Error: x\n    at handler (/srv/app.mjs:1:2)' })
  const found = deviationsOf(currentUser, { status: 500, headers: problem, text })
  expect(found).toEqual([expect.stringContaining('the inside')])
})

it('finds a body where none is due', () => {
  expect(deviationsOf(logout, { status: 204, headers: json, text: '{}' })[0]).toContain('has a body')
})

let witness: Witness | undefined
afterEach(() => witness?.remove())

/** A server that knows one answer, in a process of its own with the witness in it. */
const SERVER = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.write('{"jwt":"a",')
    response.end(Buffer.from('"refreshToken":7}'))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

it('sees in another process what goes out, piece by piece, and only the API’s', async () => {
  witness = callWitness()
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    env: { ...process.env, ...witness.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${Number(String(port))}${path}`, { method })).text()
  expect(await ask('/presence/api/v1/auth/login', 'POST')).toBe('{"jwt":"a","refreshToken":7}')
  await ask('/presence/api/v1/nothing')
  await ask('/index.html')
  child.kill()
  await once(child, 'exit')
  const { answers, deviations } = witness.report()
  expect(answers).toBe(2)
  expect(deviations).toEqual([
    expect.stringMatching(/^auth\.login: .*not of its schema.*refreshToken/),
    expect.stringContaining('GET /presence/api/v1/nothing answers 200'),
  ])
})
