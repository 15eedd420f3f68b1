// Whom the tests of access tokens make them for.
import type { TokenSubject } from '../../../server/presence/auth/access-tokens.js'

export const subject: TokenSubject = {
  userId: 'u',
  tenant: 'fretwork',
  sessionId: 's',
  email: 'ada@example.org',
  name: 'Ada',
  roles: [],
  features: [],
}
