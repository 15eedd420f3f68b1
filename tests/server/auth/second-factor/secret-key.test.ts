// The key of the authenticator apps' secrets.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SecretKey } from '../../../../server/auth/second-factor/secret-key.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fretwork-key-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const SECRET = Buffer.from('12345678901234567890')

describe('the key', () => {
  it('is created once, by the first of several servers, readable by its owner only', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => SecretKey.open(home)))
    const sealed = keys[0]?.seal(SECRET, 'fretwork a') ?? ''
    for (const key of keys) expect(key.unseal(sealed, 'fretwork a')).toEqual(SECRET)
    expect(readdirSync(join(home, 'keys'))).toEqual(['second-factor.json'])
    expect(statSync(join(home, 'keys', 'second-factor.json')).mode & 0o777).toBe(0o600)
  })

  it('decrypts a secret for its owner only, and never the same text twice', async () => {
    const key = await SecretKey.open(home)
    const sealed = key.seal(SECRET, 'fretwork a')
    expect(sealed).not.toBe(key.seal(SECRET, 'fretwork a'))
    expect(key.unseal(sealed, 'fretwork b')).toBeUndefined()
    expect(key.unseal(`${sealed.slice(0, -2)}AA`, 'fretwork a')).toBeUndefined()
    expect(key.unseal('', 'fretwork a')).toBeUndefined()
  })

  it('that is damaged stops the start with a sentence', async () => {
    mkdirSync(join(home, 'keys'))
    writeFileSync(join(home, 'keys', 'second-factor.json'), '{"k":"short"}')
    await expect(SecretKey.open(home)).rejects.toMatchObject({ code: 'state_folder_damaged' })
  })
})
