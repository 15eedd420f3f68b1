import { describe, expect, it, vi } from 'vitest'
import { serverForFile } from '../../../server/support/test-app.js'
import { fretwork, recordsIn } from '../../run-program.js'
import { administering } from '../command-world.js'

const { db, server } = await serverForFile()
administering(db.url)

const tenant = (...words: string[]) => fretwork('server', 'tenant', ...words)

describe('fretwork server tenant', () => {
  it('tenants and their providers are listed as one object per line', async () => {
    expect(await tenant('set', 'fretwork', '--plan', 'Pro', '--quota', '500')).toMatchObject({ code: 0 })
    const { code, out } = await tenant('list', '--json')
    expect(code).toBe(0)
    const tenants = recordsIn<{ key: string }>(out)
    expect(tenants[0]).toMatchObject({ plan: 'Pro', quota: 500 * 1024 * 1024 })
    await tenant('set', 'fretwork', '--no-quota')
    expect(recordsIn<object>((await tenant('list', '--json')).out)[0]).toMatchObject({ quota: null })
    expect(tenants.map(({ key }) => key)).toEqual(['fretwork', 'other'])
    const fields = ['key', 'name', 'accent', 'languages', 'hosts', 'origins', 'providers', 'songHosts']
    expect(Object.keys(tenants[0] ?? {})).toEqual(expect.arrayContaining(fields))

    expect(await tenant('provider', 'list', 'other', '--json')).toEqual({ code: 0, out: '', err: '' })
    const redirect = ['--redirect', 'https://other.example/login/external']
    expect(
      await tenant('provider', 'set', 'other', 'google', '--client-id', 'id', ...redirect),
    ).toMatchObject({ code: 0 })
    expect(recordsIn((await tenant('provider', 'list', 'other', '--json')).out)).toEqual([
      {
        ...{ provider: 'google', issuer: 'https://accounts.google.com', clientId: 'id' },
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        redirectUris: ['https://other.example/login/external'],
        ...{ origins: ['https://oauth2.googleapis.com', 'https://www.googleapis.com'], hasSecret: false },
      },
    ])
    expect(await tenant('provider', 'remove', 'other', 'google')).toMatchObject({ code: 0 })
  })

  it.each([
    [['set', 'none', '--name', 'None'], 4, /^There is no tenant none; "tenant list" lists all tenants\.\n$/],
    [['remove', 'none', '--yes'], 4, /^There is no tenant none;/],
    [['provider', 'list', 'none'], 4, /^There is no tenant none;/],
    [['provider', 'remove', 'other', 'google'], 4, /^The tenant other has no provider google;/],
    [['provider', 'remove', 'other', 'apple'], 2, /Allowed choices are google, windows\./],
    [
      ['set', 'other', '--quota', 'much'],
      3,
      /^The tenant other is invalid: quota must be at least 1 MB\.\n$/,
    ],
    [['add', 'other'], 3, /^The tenant other already exists\. To change it/],
    [['add', 'No Key'], 3, /^The tenant No Key is invalid:/],
    [['set', 'other'], 2, /^Nothing to change\./],
    [['remove', 'other'], 2, /run the command again with --yes\.\n$/],
  ])('%j exits with the documented code %i', async (words, exit, sentence) => {
    const { code, out, err } = await tenant(...words)
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toMatch(sentence)
  })

  it('an unreachable database exits with code 5', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://fretwork@127.0.0.1:1/fretwork')
    const { code, err } = await tenant('list')
    expect(code).toBe(5)
    expect(err).toMatch(/^The database cannot be reached .*; check DATABASE_URL/)
  })

  it('the only tenant can’t be removed from a running server', async () => {
    const card = () => server.send('/tenant.json')
    expect(await tenant('remove', 'other', '--yes')).toMatchObject({ code: 0 })
    expect(await tenant('remove', 'fretwork', '--yes')).toEqual({
      ...{ code: 3, out: '' },
      err: 'Cannot remove fretwork, the only tenant on this server. Add another tenant first with "tenant add".\n',
    })
    expect((await card()).statusCode).toBe(200)
    expect(recordsIn<{ key: string }>((await tenant('list', '--json')).out).map(({ key }) => key)).toEqual([
      'fretwork',
    ])
    expect(await tenant('add', 'studio', '--name', 'Studio')).toMatchObject({ code: 0 })
    expect(await tenant('remove', 'fretwork', '--yes')).toMatchObject({ code: 0 })
  })
})
