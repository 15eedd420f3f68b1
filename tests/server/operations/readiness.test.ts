import { expect, it } from 'vitest'
import type { Database } from '../../../server/database/connection.js'
import { MIGRATIONS } from '../../../server/database/migrate.js'
import { readiness } from '../../../server/operations/readiness.js'

const ran = MIGRATIONS.map(({ id }) => id)
const failing = (code: string) => Object.assign(new Error('as PostgreSQL says it'), { code })

function checking(answer: () => Promise<object>, checkClock?: () => Promise<void>) {
  let statements = 0
  const execute = async () => {
    statements += 1
    return { rows: [await answer()] }
  }
  const database = { ready: { shared: { execute } } } as unknown as Pick<Database, 'ready'>
  return { check: readiness(database, checkClock), statements: () => statements }
}
const outcome = (check: () => Promise<void>) =>
  check().then(
    () => 'ready',
    (error: { code: string }) => error.code,
  )

it.each([
  ['the tables of this version', { ran, read_only: false }, 'ready'],
  ['the tables of a newer version', { ran: [...ran, '9999-next'], read_only: false }, 'ready'],
  ['a missing table', { ran: ran.slice(1), read_only: false }, 'service_unavailable'],
  ['a standby', { ran, read_only: true }, 'service_unavailable'],
])('a database with %s is %o', async (_name, answer, expected) => {
  expect(await outcome(checking(async () => answer).check)).toBe(expected)
})

it.each([
  ['57014', 'ready'],
  ['55P03', 'ready'],
  ['ECONNREFUSED', 'service_unavailable'],
  ['57P03', 'service_unavailable'],
  ['28P01', 'service_unavailable'],
  ['53300', 'service_unavailable'],
])('the failure %s makes the server %s', async (code, expected) => {
  expect(await outcome(checking(() => Promise.reject(failing(code))).check)).toBe(expected)
})

it('the server is not ready while its clock is wrong', async () => {
  const clock = () => Promise.reject(failing('clocks_apart'))
  expect(await outcome(checking(async () => ({ ran, read_only: false }), clock).check)).toBe(
    'service_unavailable',
  )
})

it('parallel readiness checks query the database only once', async () => {
  const { check, statements } = checking(async () => ({ ran, read_only: false }))
  await Promise.all(Array.from({ length: 1000 }, check))
  expect(statements()).toBe(1)
  await check()
  expect(statements()).toBe(2)
})
