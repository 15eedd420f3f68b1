import { describe, expect, it } from 'vitest'
import { hashOf, newRefreshToken, seal, unseal } from '../../../server/auth/secrets.js'

describe('a refresh token', () => {
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
