import { expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { APP_ROLE } from '../../../server/database/migrate.js'
import type { Schema } from '../../../src/core/contract/endpoint.js'
import { CALLS } from '../../../src/core/contract/endpoints.js'
import { anyInput, urlOf } from '../contract/calls.js'
import { serverForFile } from '../support/test-app.js'

const { db, server } = await serverForFile()

/** Secret with the length of link tokens and code verifiers. */
const SECRET = 'planted-secret-'.padEnd(43, 'x')
const EMAIL = 'planted-secret@example.org'
await server.addUser(EMAIL, { roles: ['Admin'] })
const PLANTED = /planted.secret/i

type Fields = Record<string, unknown>

/** Puts the secret or the email address into every field that accepts it. */
function planted(schema: Schema<unknown> | undefined, made: Fields): Fields {
  const fields = { ...made }
  for (const key of Object.keys(made))
    for (const value of [SECRET, EMAIL])
      if (schema?.safeParse({ ...fields, [key]: value }).success) fields[key] = value
  return fields
}

async function sendAll(jwt: string): Promise<number> {
  let sent = 0
  for (const endpoint of CALLS.filter(({ name }) => name !== 'auth.logout')) {
    const made = anyInput(endpoint)
    const input = {
      params: planted(endpoint.params, { ...made.params }),
      query: planted(endpoint.query, { ...made.query }),
      body: made.body && planted(endpoint.body, { ...made.body }),
    }
    const url = urlOf(endpoint, input)
    const marked = `${url}${url.includes('?') ? '&' : '?'}code=${SECRET}`
    for (const each of [url, marked]) {
      const answer = await server.send(each, {
        method: endpoint.method as 'GET',
        jwt,
        headers: {
          cookie: `fretwork=${SECRET}`,
          'x-api-key': SECRET,
          referer: `http://localhost/#${SECRET}`,
        },
        ...(input.body !== undefined && { body: input.body }),
      })
      if (answer.statusCode >= 400) expect(answer.body).not.toMatch(PLANTED)
      if (PLANTED.test(each) || PLANTED.test(JSON.stringify(input.body ?? ''))) sent += 1
    }
  }
  return sent
}

const lines = () => server.log.filter(line => PLANTED.test(line))

it('the log contains no secrets and no personal data from any call', async () => {
  const { jwt, refreshToken } = await server.logIn(EMAIL)
  expect(await sendAll(jwt)).toBeGreaterThan(CALLS.length)
  expect(server.log.length).toBeGreaterThan(CALLS.length)
  expect(lines()).toEqual([])
  expect(server.log.filter(line => line.includes(jwt) || line.includes(refreshToken))).toEqual([])
})

it('the log and the responses contain no secrets even if every statement fails', async () => {
  const { jwt } = await server.logIn(EMAIL)
  const before = server.log.length
  await asOwner(db.address, owner =>
    owner.query(
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${APP_ROLE}; GRANT SELECT ON tenants TO ${APP_ROLE}`,
    ),
  )
  await sendAll(jwt)
  const faults = server.log.slice(before).filter(line => line.includes('permission denied'))
  expect(faults.length).toBeGreaterThan(5)
  expect(lines()).toEqual([])
})
