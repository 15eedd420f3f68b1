// The screens of people at their addresses, in a test kernel with the server of people-server.ts.
import { act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GO_TO } from '../../../src/core/events/app-events.js'
import social from '../../../src/plugins/social/index.js'
import { tokenOf, USER } from '../../core/auth/session.js'
import { fakeTransport, ok } from '../../core/http/fake-transport.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderRoutes } from '../../support/render-routes.js'
import { type PeopleServer, peopleServer } from './people-server.js'
// Loaded with the test, so that no test waits for them.
import '../../../src/plugins/social/ui/people-page.js'
import '../../../src/plugins/social/ui/person-page.js'

/** The reader. */
export const OWN = '7c9e6679-7425-40de-944b-e07fc1f90ae0'

/** @param prepare the server, before the first call */
export async function openPeople(address = '/people', prepare?: (server: PeopleServer) => void) {
  const server = peopleServer()
  prepare?.(server)
  const { transport, sent, configs } = fakeTransport(request => {
    if (request.url.endsWith('/auth/login')) return ok({ jwt: tokenOf({ sub: OWN }), refreshToken: 'r1' })
    if (request.url.endsWith('/auth/user')) return ok({ ...USER, id: OWN })
    return server.answering(request)
  })
  const { kernel, platform, notices, run } = await openKernel({
    plugins: [social],
    transport,
    loggedIn: false,
  })
  await kernel.auth.login({ email: 'jo@example.org', password: 'long enough' })
  const { router } = renderRoutes(kernel, social, address)
  kernel.events.on(GO_TO, ({ path }) => void router.navigate(path))
  kernel.commands.setContext('route', address.startsWith('/people/') ? '/people/:id' : '/people')
  const searches = () =>
    sent.filter(({ url }) => url.endsWith('/search/')).map(({ body }) => (body as { query: string }).query)
  return {
    ...{ kernel, run, server, sent, configs, notices, router, searches },
    user: userEvent.setup(),
    /** The pause between two letters. */
    pause: () => act(() => platform.clock.advance(250)),
    path: () => router.state.location.pathname + router.state.location.search,
  }
}
