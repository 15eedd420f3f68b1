import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccessTokens } from '../../../server/auth/access-tokens.js'
import { KeyRing, RELOAD_MS, rotateSigningKey } from '../../../server/auth/signing-keys.js'
import { subject } from '../support/token-subject.js'

const MINUTE = 60_000
let home: string
let now: number
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fretwork-keys-'))
  now = Date.parse('2026-11-21T12:00:00Z')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const server = async () => new AccessTokens(await KeyRing.open(home, () => now), () => now)
const file = (name: string) => join(home, 'keys', name)
/** Sets the file's time from the test's clock, so that each key's file has a different time. */
async function rotate(): Promise<void> {
  await rotateSigningKey(home, now)
  utimesSync(file('access-token.json'), now / 1000, now / 1000)
}
const kidOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid

describe('a key that is rotated', () => {
  it('goes on verifying until its last token has expired, and no longer', async () => {
    const running = await server()
    const jwt = await running.issue(subject)
    await rotate()
    now += 44 * MINUTE
    await expect(running.verify(jwt, 'fretwork')).resolves.toMatchObject({ userId: subject.userId })
    await expect((await server()).verify(jwt, 'fretwork')).resolves.toMatchObject({ userId: subject.userId })
    now += 10 * MINUTE
    await expect((await server()).verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is taken up by a running server, which then signs with the new one', async () => {
    const running = await server()
    const before = kidOf(await running.issue(subject))
    now += 1000
    await rotate()
    expect(kidOf(await running.issue(subject))).toBe(before)
    now += RELOAD_MS
    expect(kidOf(await running.issue(subject))).not.toBe(before)
  })

  it('is not a reason to refuse what another server has signed with the new one', async () => {
    const [one, two] = [await server(), await server()]
    now += RELOAD_MS
    await rotate()
    const jwt = await one.issue(subject)
    await expect(two.verify(jwt, 'fretwork')).resolves.toMatchObject({ userId: subject.userId })
  })

  it('twice in a row leaves all three good', async () => {
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

  it('leaves no private half of it behind, and nothing for others to read', async () => {
    await server()
    const { d } = JSON.parse(readFileSync(file('access-token.json'), 'utf8'))
    await rotate()
    expect(readFileSync(file('access-token-retired.json'), 'utf8')).not.toContain(d)
    expect(statSync(file('access-token-retired.json')).mode & 0o777).toBe(0o600)
  })

  it('whose list is damaged is a start that is refused in one sentence', async () => {
    await server()
    await rotate()
    writeFileSync(file('access-token-retired.json'), '[{')
    await expect(server()).rejects.toMatchObject({ code: 'state_folder_damaged' })
  })
})
