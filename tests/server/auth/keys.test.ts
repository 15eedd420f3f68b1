// Keys for access tokens and for encrypting second-factor secrets.
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { AccessTokens } from '../../../server/auth/access-tokens.js'
import { SecretKey } from '../../../server/auth/second-factor/secret-key.js'
import { KeyRing, loadSigningKey, RELOAD_MS, rotateSigningKey } from '../../../server/auth/signing-keys.js'
import { testFolder } from '../../support/test-folder.js'
import { subject } from '../support/token-subject.js'

const MINUTE = 60_000
const { at } = testFolder()
let home: string
let now: number
beforeEach(() => {
  home = at()
  now = Date.parse('2026-11-21T12:00:00Z')
})

const file = (name: string) => join(home, 'keys', name)
const modeOf = (name: string) => statSync(file(name)).mode & 0o777
const damaged = { code: 'state_folder_damaged' }

it('the signing key is the same after a restart', async () => {
  const { id } = await loadSigningKey(home)
  expect((await loadSigningKey(home)).id).toBe(id)
})

it('servers starting in parallel in one folder share one key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(home)))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
})

it.each(['', '{}', '{"kty":"oct","k":"c2VjcmV0"}'])(
  'a key file containing %j prevents startup',
  async text => {
    await loadSigningKey(home)
    writeFileSync(file('access-token.json'), text)
    await expect(loadSigningKey(home)).rejects.toMatchObject(damaged)
  },
)

it('failure to create a signing key is reported with a short message', async () => {
  // Root ignores permissions, so a file in place of the folder causes the error.
  writeFileSync(join(home, 'keys'), '')
  const message = expect.stringContaining('put the key there')
  await expect(loadSigningKey(home)).rejects.toMatchObject({ ...damaged, message })
})

describe('signing key rotation', () => {
  const server = async () => new AccessTokens(await KeyRing.open(home, () => now), () => now)
  const kidOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid
  /** Rotates the key and sets file times from the test clock, so that each file has a different time. */
  async function rotate(): Promise<void> {
    await rotateSigningKey(home, now)
    utimesSync(file('access-token.json'), now / 1000, now / 1000)
  }

  it('the old signing key verifies its tokens until the last one expires', async () => {
    const running = await server()
    const jwt = await running.issue(subject)
    await rotate()
    now += 44 * MINUTE
    for (const tokens of [running, await server()])
      await expect(tokens.verify(jwt, 'fretwork')).resolves.toMatchObject({ userId: subject.userId })
    now += 10 * MINUTE
    await expect((await server()).verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('a running server picks up the new signing key and signs with it', async () => {
    const running = await server()
    const before = kidOf(await running.issue(subject))
    now += 1000
    await rotate()
    expect(kidOf(await running.issue(subject))).toBe(before)
    now += RELOAD_MS
    expect(kidOf(await running.issue(subject))).not.toBe(before)
  })

  it('a server accepts tokens signed by another server with a newer key', async () => {
    const [one, two] = [await server(), await server()]
    now += RELOAD_MS
    await rotate()
    await expect(two.verify(await one.issue(subject), 'fretwork')).resolves.toBeDefined()
  })

  it('all three signing keys are valid after two rotations in a row', async () => {
    const jwts = [await (await server()).issue(subject)]
    for (let turn = 0; turn < 2; turn += 1) {
      now += MINUTE
      await rotate()
      jwts.push(await (await server()).issue(subject))
    }
    expect(new Set(jwts.map(kidOf)).size).toBe(3)
    const tokens = await server()
    for (const jwt of jwts) await expect(tokens.verify(jwt, 'fretwork')).resolves.toBeDefined()
  })

  it('a key rotation leaves no old private key and no world-readable key files', async () => {
    await server()
    const { d } = JSON.parse(readFileSync(file('access-token.json'), 'utf8'))
    await rotate()
    expect(readFileSync(file('access-token-retired.json'), 'utf8')).not.toContain(d)
    expect(modeOf('access-token-retired.json')).toBe(0o600)
  })

  it('a corrupt list of old signing keys prevents startup', async () => {
    await server()
    await rotate()
    writeFileSync(file('access-token-retired.json'), '[{')
    await expect(server()).rejects.toMatchObject(damaged)
  })
})

const SECRET = Buffer.from('12345678901234567890')

it('the first of several servers creates the encryption key, readable only by its owner', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => SecretKey.open(home)))
  const sealed = keys[0]?.seal(SECRET, 'fretwork a') ?? ''
  for (const key of keys) expect(key.unseal(sealed, 'fretwork a')).toEqual(SECRET)
  expect(readdirSync(join(home, 'keys'))).toEqual(['second-factor.json'])
  expect(modeOf('second-factor.json')).toBe(0o600)
})

it('a secret decrypts only for its user and encrypts differently each time', async () => {
  const key = await SecretKey.open(home)
  const sealed = key.seal(SECRET, 'fretwork a')
  expect(sealed).not.toBe(key.seal(SECRET, 'fretwork a'))
  expect(key.unseal(sealed, 'fretwork b')).toBeUndefined()
  expect(key.unseal(`${sealed.slice(0, -2)}AA`, 'fretwork a')).toBeUndefined()
  expect(key.unseal('', 'fretwork a')).toBeUndefined()
})

it('a corrupt encryption key prevents startup', async () => {
  mkdirSync(join(home, 'keys'))
  writeFileSync(file('second-factor.json'), '{"k":"short"}')
  await expect(SecretKey.open(home)).rejects.toMatchObject(damaged)
})
