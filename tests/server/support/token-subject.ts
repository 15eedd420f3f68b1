// Subject of access tokens in tests.
import type { TokenSubject } from '../../../server/auth/access-tokens.js'

export const subject: TokenSubject = {
  userId: '7c9f3f4e-6b1a-4e0e-9c39-0d6a5f1f2b11',
  tenant: 'fretwork',
  sessionId: '1b0d8a52-43cf-4c4b-8d6e-5f1f0a7f9e22',
  email: 'ada@example.org',
  name: 'Ada',
  roles: [],
  features: [],
}
