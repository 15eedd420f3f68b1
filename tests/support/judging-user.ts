import type { Session } from '../../src/core/auth/session.js'

export const PRO: Session = {
  status: 'loggedIn',
  busy: false,
  user: {
    ...{ id: 'ada', email: '', name: 'Ada', jwt: '', refreshToken: '' },
    claims: { payload: {} as never, roles: [], features: ['practice'] },
  },
}
