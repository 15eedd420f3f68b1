import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Endpoint } from '../../../src/core/contract/endpoint.js'
import { CALLS } from '../../../src/core/contract/endpoints.js'
import { rowsOf, rowsOfTenant } from '../isolation/rows.js'
import { serverForFile } from '../support/test-app.js'
import { anyInput, callsTo, named } from './calls.js'

const { db, server } = await serverForFile()
const { id } = await server.addUser('boss@example.org', { roles: ['Admin'] })
await server.addUser('second@example.org', { roles: ['Admin'] })
const admin = { id, jwt: (await server.logIn('boss@example.org')).jwt }
const other = (await server.addUser('ada@example.org')).id
const foreign = (await server.addUser('boss@example.org', { roles: ['Admin'] }, 'other')).id
const foreignRows = rowsOfTenant(await rowsOf(db.address), 'other')
const calls = callsTo(server, { jwt: admin.jwt })

/** UUID notations accepted by PostgreSQL, and invalid ones. */
const forms = (id: string): readonly (readonly [string, string])[] => [
  ['in braces', `{${id}}`],
  ['without dashes', id.replaceAll('-', '')],
  ['with other dashes', id.replaceAll('-', '').replace(/.{4}(?=.)/g, '$&-')],
  ['as a URN', `urn:uuid:${id}`],
  ['after a space', ` ${id}`],
  ['before a line break', `${id}\n`],
  ['before a NUL', `${id}\0`],
  ['twice', `${id},${id}`],
  ['with an additional digit', `${id}0`],
  ['with a letter for a digit', `${id.slice(0, -1)}g`],
  ['with a digit of another script', `${id.slice(0, -1)}٣`],
  ['without a version', `${id.slice(0, 14)}0${id.slice(15, 19)}1${id.slice(20)}`],
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['with all bits set', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
]

const naming = CALLS.filter(({ path, auth }) => path.includes('{id}') && auth === 'bearer')

async function call(endpoint: Endpoint, id: string) {
  const answer = await calls(endpoint, { params: { ...anyInput(endpoint).params, id } })
  return { status: answer.statusCode, code: answer.statusCode < 400 ? undefined : answer.json().code }
}

it.each(named(naming))('%s rejects an ID in another notation or finds no user', async (_name, endpoint) => {
  for (const [form, id] of forms(other)) {
    const { status } = await call(endpoint, id)
    expect([form, [400, 404].includes(status) ? 'refused' : status]).toEqual([form, 'refused'])
  }
})

it.each(named(naming.filter(({ method }) => method === 'GET')))(
  '%s treats an uppercase ID as the same ID',
  async (_name, endpoint) => {
    for (const id of [other, admin.id])
      expect(await call(endpoint, id.toUpperCase())).toEqual(await call(endpoint, id))
  },
)

it.each(named(naming))(
  '%s treats another tenant’s user as unknown, even for an admin',
  async (_name, endpoint) => {
    const answer = await call(endpoint, foreign)
    expect(answer).toEqual(await call(endpoint, randomUUID()))
    expect([403, 404]).toContain(answer.status)
  },
)

it('calls for another tenant’s user leave that user unchanged', async () => {
  expect(rowsOfTenant(await rowsOf(db.address), 'other')).toEqual(foreignRows)
})
