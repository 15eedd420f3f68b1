// accounts 7 and 20: ids in other forms than ours, in every path and query that takes one, and in a token that our own
// key has signed. Shown to fail where ids are not checked before the database compares them (500), and where one in
// capital letters is compared as it was written.
import { CompactSign, decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../src/core/api/endpoint.js'
import { CALLS } from '../../../src/core/api/endpoints.js'
import { AUTH, serverForFile } from '../support/test-app.js'
import { urlOf, validInput } from './calls.js'

const { server } = await serverForFile({ env: { FRETWORK_LOGINS_PER_MINUTE: '1000,1000' } })
const { id } = await server.addUser('boss@example.org', { roles: ['Admin'] })
await server.addUser('second@example.org', { roles: ['Admin'] })
const admin = { id, jwt: (await server.logIn('boss@example.org')).jwt }
const other = (await server.addUser('ada@example.org')).id

/** What PostgreSQL reads as a uuid, and what it does not. */
const forms = (id: string): readonly (readonly [string, string])[] => [
  ['in braces', `{${id}}`],
  ['without dashes', id.replaceAll('-', '')],
  ['with dashes elsewhere', id.replaceAll('-', '').replace(/.{4}(?=.)/g, '$&-')],
  ['as a URN', `urn:uuid:${id}`],
  ['after a space', ` ${id}`],
  ['before a line break', `${id}\n`],
  ['before a NUL', `${id}\0`],
  ['twice', `${id},${id}`],
  ['with a digit too many', `${id}0`],
  ['with a letter for a digit', `${id.slice(0, -1)}g`],
  ['with a digit of another script', `${id.slice(0, -1)}٣`],
  ['of no version', `${id.slice(0, 14)}0${id.slice(15, 19)}1${id.slice(20)}`],
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['the greatest', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
]

const named = CALLS.filter(({ path, auth }) => path.includes('{id}') && auth === 'bearer')

async function call(endpoint: Endpoint, id: string) {
  const input = validInput(endpoint, 1)
  const answer = await server.send(urlOf(endpoint, { ...input, params: { ...input.params, id } }), {
    method: endpoint.method as 'GET',
    jwt: admin.jwt,
    ...(input.body !== undefined && { body: input.body }),
  })
  return { status: answer.statusCode, code: answer.body.startsWith('{') ? answer.json().code : undefined }
}

describe('an id in another form', () => {
  it.each(named.map(endpoint => [endpoint.name, endpoint] as const))(
    'is refused by %s, or names no one',
    async (_name, endpoint) => {
      for (const [form, id] of forms(other)) {
        const { status } = await call(endpoint, id)
        expect([form, [400, 404].includes(status) ? 'refused' : status]).toEqual([form, 'refused'])
      }
    },
  )

  it.each(named.filter(({ method }) => method === 'GET').map(endpoint => [endpoint.name, endpoint] as const))(
    'is the same id to %s in capital letters',
    async (_name, endpoint) => {
      for (const id of [other, admin.id])
        expect(await call(endpoint, id.toUpperCase())).toEqual(await call(endpoint, id))
    },
  )
})

describe('a token of our own key', () => {
  // Not by `SignJWT`, which checks some claims itself.
  const signed = (claims: object) =>
    new CompactSign(Buffer.from(JSON.stringify({ ...decodeJwt(admin.jwt), ...claims })))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: server.key.id })
      .sign(server.key.privateKey)
  const ask = async (claims: object) => {
    const answer = await server.send(`${AUTH}/user`, { jwt: await signed(claims) })
    return [answer.statusCode, answer.json().code]
  }
  const ids = () => decodeJwt(admin.jwt) as { sub: string; sid: string }

  it.each(['sub', 'sid'] as const)('whose %s has another form is refused', async claim => {
    for (const [form, id] of forms(ids()[claim])) {
      const [status, code] = await ask({ [claim]: id })
      expect([form, status]).toEqual([form, 401])
      expect(['unauthenticated', 'session_ended']).toContain(code)
    }
  })

  it.each(['sub', 'sid'] as const)('whose %s isn’t a text, or is missing, is refused', async claim => {
    for (const value of [undefined, null, 7, true, [], [ids()[claim]], { id: ids()[claim] }, ''])
      expect([value, await ask({ [claim]: value })]).toEqual([value, [401, 'unauthenticated']])
  })

  it('is good where its ids are in capital letters: they are the same ids', async () => {
    expect((await ask({ sid: ids().sid.toUpperCase() }))[0]).toBe(200)
  })
})
