import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../../server/database/connection.js'
import {
  type ExternalProvider,
  listProviders,
  PROVIDER_DEFAULTS,
  providerOf,
  removeProvider,
  setProvider,
} from '../../../../server/tenants/external-providers.js'
import { cardOf, setTenant, tenantByKey } from '../../../../server/tenants/tenants.js'
import { databaseForFile } from '../../support/test-database.js'

const GOOGLE: ExternalProvider = {
  provider: 'google',
  ...PROVIDER_DEFAULTS.google,
  origins: [...PROVIDER_DEFAULTS.google.origins],
  clientId: 'id-of-google',
  clientSecret: 'planted-secret',
  redirectUris: ['https://fretwork.example/login'],
}

const db = await databaseForFile()
const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(db.address, work)
const tenantOf = async (key: string) => {
  const tenant = await tenantByKey(db.database.shared, key)
  if (!tenant) throw new Error(`no tenant ${key}`)
  return tenant
}
const seenBy = async (key: string) => {
  const tenant = await tenantOf(key)
  return db.database.inTenant(key, scope => providerOf(scope, tenant, 'google'))
}

describe('an external provider', () => {
  it('is set as a whole, shown to pages without what is secret, and taken away', async () => {
    await owner(client => setProvider(client, 'fretwork', GOOGLE))
    expect(await owner(client => listProviders(client, 'fretwork'))).toEqual([GOOGLE])
    expect(await seenBy('fretwork')).toEqual(GOOGLE)
    expect(cardOf(await tenantOf('fretwork')).providers).toEqual([
      { id: 'google', clientId: 'id-of-google', authorizeUrl: PROVIDER_DEFAULTS.google.authorizeUrl },
    ])
    const { clientSecret: _secret, ...open } = GOOGLE
    await owner(client => setProvider(client, 'fretwork', { ...open, clientId: 'other-id' }))
    expect(await seenBy('fretwork')).toEqual({ ...open, clientId: 'other-id' })

    await owner(client => removeProvider(client, 'fretwork', 'google'))
    expect(await seenBy('fretwork')).toBeUndefined()
    expect(cardOf(await tenantOf('fretwork')).providers).toEqual([])
    await expect(owner(client => removeProvider(client, 'fretwork', 'google'))).rejects.toMatchObject({
      code: 'provider_unknown',
    })
  })

  it('is its own tenant’s alone', async () => {
    await owner(client => setProvider(client, 'fretwork', GOOGLE))
    expect(await seenBy('other')).toBeUndefined()
    const unseen = await db.database.inTenant('other', async scope =>
      providerOf(scope, await tenantOf('fretwork'), 'google'),
    )
    expect(unseen).toBeUndefined()
  })

  it('that a card lists and no one has set up opens nothing', async () => {
    const providers = [{ id: 'google', clientId: 'x', authorizeUrl: 'https://x.example/auth' }]
    await owner(client => setTenant(client, 'other', { providers }))
    expect(await seenBy('other')).toBeUndefined()
  })

  it.each([
    ['issuer', 'http://id.example'],
    ['issuer', 'https://id.example/?x=1'],
    ['authorizeUrl', 'javascript:alert(1)'],
    ['clientId', 'two words'],
    ['redirectUris', []],
    ['redirectUris', ['https://fretwork.example/login#x']],
    ['redirectUris', ['https://fretwork.example']],
    ['redirectUris', ['HTTPS://fretwork.example/login']],
    ['origins', ['https://keys.example/path']],
    ['origins', ['http://keys.example']],
  ])('is refused where its %s is %j, and nothing changes', async (field, value) => {
    const before = await owner(client => listProviders(client, 'fretwork'))
    const wrong = { ...GOOGLE, [field]: value }
    await expect(owner(client => setProvider(client, 'fretwork', wrong))).rejects.toMatchObject({
      code: 'provider_invalid',
      message: expect.stringContaining(field),
    })
    expect(await owner(client => listProviders(client, 'fretwork'))).toEqual(before)
  })

  it('of an unknown tenant is refused', async () => {
    await expect(owner(client => setProvider(client, 'unknown', GOOGLE))).rejects.toMatchObject({
      code: 'tenant_unknown',
    })
  })
})
