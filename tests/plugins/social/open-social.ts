/** Logs in and opens a kernel with the social plugin alone and a fake server. */
import social from '../../../src/plugins/social/index.js'
import { tokenOf, USER } from '../../core/auth/session.js'
import { type Answering, fakeTransport, ok } from '../../core/http/fake-transport.js'
import { openKernel } from '../../support/open-kernel.js'

export const OWN = '7c9e6679-7425-40de-944b-e07fc1f90ae0'

/** @param answering answers all calls except the login */
export async function openSocial(answering: Answering, id = OWN) {
  const { transport, sent, configs } = fakeTransport(request => {
    if (request.url.endsWith('/auth/login')) return ok({ jwt: tokenOf({ sub: id }), refreshToken: 'r1' })
    if (request.url.endsWith('/auth/user')) return ok({ ...USER, id })
    return answering(request)
  })
  const plugins = [{ ...social, requires: [] }]
  const opened = await openKernel({ plugins, transport, loggedIn: false })
  await opened.kernel.auth.login({ email: 'jo@example.org', password: 'long enough' })
  return { ...opened, sent, configs }
}
