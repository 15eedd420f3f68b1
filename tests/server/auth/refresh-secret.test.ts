import { describe, expect, it } from 'vitest'
import { hashOf, newRefreshToken, seal, unseal } from '../../../server/auth/secrets.js'

describe('a refresh token', () => {
  it('has 256 bits and never comes twice', () => {
    const tokens = Array.from({ length: 100 }, newRefreshToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  it('is stored as a hash that does not hold it', () => {
    const token = newRefreshToken()
    expect(hashOf(token)).toBe(hashOf(token))
    expect(hashOf(token)).not.toContain(token.slice(0, 8))
  })

  it('opens its successor; no other does', () => {
    const [token, successor] = [newRefreshToken(), newRefreshToken()]
    const sealed = seal(successor, token)
    expect(sealed).not.toContain(successor)
    expect(unseal(sealed, token)).toBe(successor)
    expect(() => unseal(sealed, newRefreshToken())).toThrow()
    expect(seal(successor, token)).not.toBe(sealed)
  })
})
