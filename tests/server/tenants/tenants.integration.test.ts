import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import {
  addTenant,
  createFirstTenants,
  listTenants,
  NEW_TENANT,
  removeTenant,
  setTenant,
} from '../../../server/tenants/tenants.js'
import { addUser, userByEmail } from '../../../server/users/accounts.js'
import { testFolder } from '../../support/test-folder.js'
import { databaseForFile } from '../support/test-database.js'

const db = await databaseForFile()
const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(db.address, work)
const band = { ...NEW_TENANT, key: 'band', name: 'The Band', hosts: ['band.example'] }

it('a tenant can be added, changed, listed, and removed with all its data', async () => {
  await owner(client => addTenant(client, band))
  await owner(client => setTenant(client, 'band', { accent: '#336699' }))
  const listed = await listTenants(db.database.shared)
  expect(listed.map(({ key }) => key)).toEqual(['fretwork', 'other', 'band'])
  expect(listed.at(-1)).toEqual({ ...band, accent: '#336699' })

  const user = { email: 'a@band.example', name: 'A', passwordHash: null }
  await db.database.inTenant('band', scope => addUser(scope, user))
  await owner(client => removeTenant(client, 'band'))
  await owner(client => addTenant(client, band))
  expect(await db.database.inTenant('band', scope => userByEmail(scope, user.email))).toBeUndefined()
  await owner(client => removeTenant(client, 'band'))
})

const INVALID_KEY = 'The tenant No Key is invalid: key must be 1 to 32 lowercase letters, digits and dashes.'
it.each([
  [{ key: 'No Key' }, 'tenant_invalid', INVALID_KEY],
  [{ accent: 'red' }, 'tenant_invalid', 'accent'],
  [{ name: 'Studio\nBand' }, 'tenant_invalid', 'name is not a valid name'],
  [{ origins: ['https://x.example/path'] }, 'tenant_invalid', 'origins.0 is not an origin'],
  [{ key: 'other' }, 'tenant_exists', 'other'],
  [{ hosts: ['other.example'] }, 'host_taken', 'The host other.example is used by the tenant other'],
])('an invalid tenant is rejected with a reason: %j', async (more, code, sentence) => {
  const before = await listTenants(db.database.shared)
  const adding = owner(client => addTenant(client, { ...band, ...more }))
  await expect(adding).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) })
  expect(await listTenants(db.database.shared)).toEqual(before)
})

it('an unknown tenant can be neither changed nor removed', async () => {
  for (const work of [setTenant, removeTenant]) {
    const working = owner(client => work(client, 'none', {}))
    await expect(working).rejects.toMatchObject({ code: 'tenant_unknown' })
  }
})

describe('initial tenants', () => {
  const { at, put } = testFolder()
  beforeEach(async () => {
    await owner(client => client.query('TRUNCATE tenants CASCADE'))
  })
  const filled = async (file: string) => {
    await put('tenants.json', file)
    await owner(client => createFirstTenants(client, at()))
    return listTenants(db.database.shared)
  }

  it('several servers starting without tenants.json create the default tenant once', async () => {
    const starts = Array.from({ length: 6 }, () => owner(client => createFirstTenants(client, at())))
    expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
    expect((await listTenants(db.database.shared)).map(({ key }) => key)).toEqual(['fretwork'])
  })

  it('tenants.json creates its tenants, and only key and name are required', async () => {
    const tenants = await filled(
      '[{"key":"school","name":"School","languages":["de"]},{"key":"b","name":"B"}]',
    )
    expect(tenants.map(({ key, languages }) => [key, ...languages])).toEqual([
      ['school', 'de'],
      ['b', 'en', 'de'],
    ])
  })

  it.each([
    ['invalid JSON', '[', /not valid JSON/],
    ['a value other than a list', '{}', /the list/],
    ['a wrong key', '[{"key":"A","name":"A"}]', /0\.key/],
    ['an unknown field', '[{"key":"a","name":"A","hots":[]}]', /hots/],
  ])('a tenants.json with %s is rejected and the error is reported', async (_name, file, words) => {
    await expect(filled(file)).rejects.toMatchObject({
      code: 'tenant_invalid',
      message: expect.stringMatching(words),
    })
  })
})
