import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { GO_TO } from '../../../../src/core/events/app-events.js'
import social from '../../../../src/plugins/social/index.js'
import { renderRoutes } from '../../../support/render-routes.js'
import { OWN, openSocial } from '../open-social.js'
import { ANNA, BERT, CARL, type PeopleServer, peopleServer, person } from './people-server.js'
import '../../../../src/plugins/social/profiles/ui/people-page.js'
import '../../../../src/plugins/social/profiles/ui/person-page.js'

/** @param prepare called with the server before the first request */
async function openPeople(address = '/people', prepare?: (server: PeopleServer) => void) {
  const server = peopleServer()
  prepare?.(server)
  const { kernel, platform, notices, run, sent, configs } = await openSocial(server.answering)
  const { router } = renderRoutes(kernel, social, address)
  kernel.events.on(GO_TO, ({ path }) => void router.navigate(path))
  kernel.commands.setContext('route', address.startsWith('/people/') ? '/people/:id' : '/people')
  const searches = () =>
    sent.filter(({ url }) => url.endsWith('/search/')).map(({ body }) => (body as { query: string }).query)
  return {
    ...{ kernel, run, server, sent, configs, notices, router, searches },
    user: userEvent.setup(),
    /** Waits for the search debounce. */
    pause: () => act(() => platform.clock.advance(250)),
    path: () => router.state.location.pathname + router.state.location.search,
  }
}

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Name or handle' })
const names = () =>
  within(screen.getByRole('list'))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const following = ({ relationships }: PeopleServer) =>
  void relationships.set(ANNA, 'following').set(BERT, 'following')

it.each([
  ['before the user types', '', 'Start typing a name'],
  ['if nothing matches', '?q=zoe', 'No results for “zoe”'],
  ['if more people match than are listed', '?q=a', /^Showing the first 200/],
  ['while no one is blocked', '?tab=blocked', 'You haven’t blocked anyone'],
])('the people page explains what to do %s', async (_when, query, sentence) => {
  const { searches } = await openPeople(
    `/people${query}`,
    server => void Object.assign(server, { more: true }),
  )
  expect(await screen.findByText(sentence)).toBeTruthy()
  if (!query.startsWith('?q')) expect(searches()).toEqual([])
})

it('the people search waits until typing pauses, and the URL contains the query', async () => {
  const { searches, pause, path, user } = await openPeople()
  await user.type(await field(), ' an lu')
  expect(searches()).toEqual([])
  await pause()
  expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
  expect(searches()).toEqual(['an lu'])
  expect(path()).toBe('/people?q=an+lu')
  expect(screen.getByText('1 person found').getAttribute('role')).toBe('status')
  expect(screen.getByText('Dobro · Plays slide.')).toBeTruthy()
})

it('only the latest search response is shown, and outdated requests are canceled', async () => {
  const { server, searches, configs, pause, user } = await openPeople()
  const release = server.hold('"query":"a"')
  await user.type(await field(), 'a')
  await pause()
  await waitFor(() => expect(searches()).toEqual(['a']))
  await user.type(await field(), 'nna')
  await pause()
  expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
  expect(configs.find(({ data }) => String(data).includes('"a"'))?.signal?.aborted).toBe(true)
  await act(async () => release())
  expect(names()).toEqual(['Anna Lund'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the search query follows the URL, even after a command or the Back button', async () => {
  const { router, run, path } = await openPeople('/people?q=anna')
  expect((await field()).value).toBe('anna')
  expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
  await act(() => run('social.find-people', { query: 'carl' }))
  expect(path()).toBe('/people?q=carl')
  expect(await screen.findByRole('link', { name: 'Carl Ek' })).toBeTruthy()
  expect((await field()).value).toBe('carl')
  await act(() => router.navigate(-1))
  await waitFor(async () => expect((await field()).value).toBe('anna'))
})

it('an unfollowed user disappears immediately, focus moves on, and Undo restores the user', async () => {
  const { user, notices, server } = await openPeople('/people?tab=following', following)
  await waitFor(() => expect(names()).toEqual(['Anna Lund', 'Bert Anders']))
  await user.click(screen.getByRole('button', { name: 'Unfollow Anna Lund' }))
  expect([names(), document.activeElement?.textContent]).toEqual([['Bert Anders'], 'Bert Anders'])
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(await screen.findByRole('tab', { name: 'Following 1' })).toBeTruthy()
  await act(async () => notices[0]?.action?.run())
  await waitFor(() => expect(names()).toEqual(['Anna Lund', 'Bert Anders']))
  expect(server.relationships.get(ANNA)).toBe('following')
  expect(screen.getByRole('tab', { name: 'Following 2' })).toBeTruthy()
})

it('a follower with a private profile can be unfollowed and blocked, but not opened or followed', async () => {
  const { user, server } = await openPeople('/people?tab=followers', each => {
    each.people = [person(CARL, 'Carl Ek', { isPrivate: true })]
    each.followers.add(CARL)
    each.relationships.set(CARL, 'following')
  })
  await user.click(await screen.findByRole('button', { name: 'Unfollow Carl Ek' }))
  await waitFor(() => expect(server.relationships.get(CARL)).toBe('none'))
  expect(await screen.findByText('Carl Ek')).toBeTruthy()
  expect(screen.getByText('@carl_ek')).toBeTruthy()
  expect(screen.getByText('Private profile')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Followers 1' })).toBeTruthy()
  expect(names()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Follow Carl Ek' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Block Carl Ek' }))
  const question = within(await screen.findByRole('dialog', { name: 'Block Carl Ek?' }))
  expect(server.relationships.get(CARL)).toBe('none')
  await user.click(question.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(server.relationships.get(CARL)).toBe('blocked'))
  expect(await screen.findByText('No followers yet')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Followers'))
})

const openAnna = async () => {
  const opened = await openPeople(`/people/${ANNA}`)
  await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
  return opened
}

it('a profile is found by its handle in any spelling', async () => {
  const { sent, user, server } = await openPeople('/people/@Anna_Lund')
  await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
  const urls = sent.map(({ url }) => url)
  expect(urls).toContainEqual(expect.stringMatching(/\/user\/handle\/anna_lund$/))
  expect(within(screen.getByRole('list', { name: 'Instruments' })).getByText('Dobro')).toBeTruthy()
  expect(document.title).toMatch(/^Anna Lund · /)
  await user.click(screen.getByRole('button', { name: 'Follow' }))
  expect(screen.getByRole('button', { name: 'Unfollow' })).toBeTruthy()
  await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
})

it('blocking asks for confirmation, explains the effect and keeps focus', async () => {
  const { user, server, sent } = await openAnna()
  await user.click(screen.getByRole('button', { name: 'Block' }))
  const question = within(await screen.findByRole('dialog', { name: 'Block Anna Lund?' }))
  expect(question.getByText(/won’t be able to find you, see your profile or follow you/)).toBeTruthy()
  expect(sent.some(({ url }) => url.includes('/block/'))).toBe(false)
  await user.click(question.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText(/^You’ve blocked Anna Lund/)).toBeTruthy()
  await waitFor(() => expect(server.relationships.get(ANNA)).toBe('blocked'))
  const unblock = screen.getByRole('button', { name: 'Unblock' })
  await waitFor(() => expect(document.activeElement).toBe(unblock))
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  await user.click(unblock)
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy()
  await waitFor(() => expect(server.relationships.get(ANNA)).toBe('none'))
})

async function listed({ kernel }: Awaited<ReturnType<typeof openPeople>>, command: string, typed = '') {
  const asked = { typed, signal: new AbortController().signal }
  const choices = await kernel.commands.choicesFor(`social.${command}`, 'person', asked)
  return choices?.map(({ label }) => label)
}

it('people commands search by the typed text and omit people they do not apply to', async () => {
  const page = await openPeople('/people', server => {
    server.people = [...server.people, person(OWN, 'Anna Self'), person(crypto.randomUUID(), 'Anna Ek')]
    server.relationships.set(ANNA, 'following')
  })
  expect(await listed(page, 'follow-person')).toEqual([])
  expect(page.searches()).toEqual([])
  expect(await listed(page, 'follow-person', ' @anna')).toEqual(['Anna Ek · @anna_ek'])
  expect(page.searches()).toEqual(['anna'])
  const known = ['Anna Lund · @anna_lund', 'Anna Ek · @anna_ek']
  expect(await listed(page, 'block-person', 'anna')).toEqual(known)
  expect(await listed(page, 'show-person', 'anna')).toHaveLength(3)
})

it('the command “Block” opens the profile and asks for confirmation there once', async () => {
  const { run, server, path, router } = await openPeople('/people')
  await run('social.block-person', { person: ANNA })
  await waitFor(() => expect(path()).toBe(`/people/${ANNA}`))
  expect(await screen.findByText('Block Anna Lund?')).toBeTruthy()
  expect(server.relationships.get(ANNA)).toBeUndefined()
  await router.navigate('/people')
  await screen.findByRole('heading', { name: 'People' })
  await waitFor(() => expect(screen.queryByText('Block Anna Lund?')).toBeNull())
  await router.navigate(`/people/${ANNA}`)
  await screen.findByRole('heading', { name: 'Anna Lund' })
  expect(screen.queryByText('Block Anna Lund?')).toBeNull()
})
