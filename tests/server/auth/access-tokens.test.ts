// An access token that has been seen before: its signature is not computed again, all else is still asked.
import { generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { AccessTokens, type Keys } from '../../../server/auth/access-tokens.js'
import type { SigningKey } from '../../../server/auth/signing-keys.js'
import { subject } from '../support/token-subject.js'

let now: number
let gone: boolean
let asked: number
let tokens: AccessTokens

beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z')
  gone = false
  asked = 0
  const key: SigningKey = { id: 'first', ...(await generateKeyPair('ES256')) }
  const keys: Keys = {
    current: async () => key,
    byId: async id => {
      asked += 1
      return gone || id !== key.id ? undefined : key.publicKey
    },
  }
  tokens = new AccessTokens(keys, () => now)
})

describe('an access token that was right before', () => {
  it('returns the same result again, and its key is looked up each time', async () => {
    const jwt = await tokens.issue(subject)
    const first = await tokens.verify(jwt, 'fretwork')
    expect(await tokens.verify(jwt, 'fretwork')).toEqual(first)
    expect(asked).toBe(2)
  })

  it('expires all the same', async () => {
    // Fails where the time of a known token is not looked at.
    const jwt = await tokens.issue(subject)
    await tokens.verify(jwt, 'fretwork')
    now += 45 * 60_000
    await expect(tokens.verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'token_expired' })
  })

  it('is not good yet where the clock goes back', async () => {
    const jwt = await tokens.issue(subject)
    await tokens.verify(jwt, 'fretwork')
    now -= 60_000
    await expect(tokens.verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is refused once its key is gone', async () => {
    // Fails where a known token does without its key.
    const jwt = await tokens.issue(subject)
    await tokens.verify(jwt, 'fretwork')
    gone = true
    await expect(tokens.verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('opens nothing in another tenant, first and later', async () => {
    // Fails where the tenant is compared before the token is kept only.
    const jwt = await tokens.issue(subject)
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(tokens.verify(jwt, 'other')).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    await expect(tokens.verify(jwt, 'fretwork')).resolves.toMatchObject({ userId: subject.userId })
  })

  it('is refused where it names a user or a session by what is not an id', async () => {
    // Fails where the database is asked for it: it does not compare its ids with such words.
    for (const odd of [{ userId: 'ada' }, { sessionId: '7' }]) {
      const jwt = await tokens.issue({ ...subject, ...odd })
      await expect(tokens.verify(jwt, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('is not a help to one that differs in a single letter of its signature', async () => {
    const jwt = await tokens.issue(subject)
    await tokens.verify(jwt, 'fretwork')
    const middle = jwt.length - 20
    const other = jwt[middle] === 'A' ? 'B' : 'A'
    const forged = jwt.slice(0, middle) + other + jwt.slice(middle + 1)
    await expect(tokens.verify(forged, 'fretwork')).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
