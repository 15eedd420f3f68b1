// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPeople } from './people-screens.js'
import { ANNA, BERT, CARL, person } from './people-server.js'

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Name or handle' })
const names = () =>
  within(screen.getByRole('list'))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const crowd = (length: number) =>
  Array.from({ length }, (_, n) =>
    person(`7c9e6679-7425-40de-944b-${String(n).padStart(12, '0')}`, `Mo${n} Ek`),
  )
const following = {
  prepare: ({ relationships }: { relationships: Map<string, string> }) =>
    void relationships.set(ANNA, 'following').set(BERT, 'following'),
}

it.each([
  ['before something is typed', '', 'Start typing a name'],
  ['where nothing matches', '?q=zoe', 'No results for “zoe”'],
  ['where more people fit than are listed', '?q=a', /^Showing the first 200/],
  ['while no one is blocked', '?tab=blocked', 'You haven’t blocked anyone'],
])('a sentence says what to do %s', async (_when, query, sentence) => {
  const { searches } = await openPeople(`/people${query}`, {
    prepare: server => void Object.assign(server, { more: true }),
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
  if (!query.startsWith('?q')) expect(searches()).toEqual([])
})

describe('the search', () => {
  it('asks when the typing pauses, once for all letters, and keeps the query in the address', async () => {
    const { searches, pause, path, user } = await openPeople()
    await user.type(await field(), ' an lu')
    expect(searches()).toEqual([])
    await pause()
    expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
    expect(searches()).toEqual(['an lu'])
    expect(path()).toBe('/people?q=an+lu')
    expect(screen.getByText('People found: 1').getAttribute('role')).toBe('status')
    expect(screen.getByText('Dobro · Plays slide.')).toBeTruthy()
  })

  it('shows the last answer that was asked for, and ends what it waits for no more', async () => {
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

  it('begins with the query of its address, and follows it where a command or the way back changes it', async () => {
    const { router, kernel, path } = await openPeople('/people?q=anna')
    expect((await field()).value).toBe('anna')
    expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
    await act(() => kernel.commands.execute('social.find-people', { query: 'carl' }))
    expect(path()).toBe('/people?q=carl')
    expect(await screen.findByRole('link', { name: 'Carl Ek' })).toBeTruthy()
    expect((await field()).value).toBe('carl')
    await act(() => router.navigate(-1))
    await waitFor(async () => expect((await field()).value).toBe('anna'))
  })

  it('leafs through many people by the address', async () => {
    const many = crowd(45)
    const { path, user } = await openPeople('/people?q=mo', {
      prepare: server => {
        server.people = many
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(names()).toHaveLength(5))
    expect(path()).toBe('/people?q=mo&page=3')
  })
})

describe('the lists', () => {
  it('show whom one follows; who is unfollowed leaves at once and the focus goes on, Undo brings them back', async () => {
    const { user, notices, server } = await openPeople('/people?tab=following', following)
    await waitFor(() => expect(names()).toEqual(['Anna Lund', 'Bert Anders']))
    await user.click(screen.getByRole('button', { name: 'Unfollow Anna Lund' }))
    expect(names()).toEqual(['Bert Anders'])
    expect(document.activeElement?.textContent).toBe('Bert Anders')
    await waitFor(() => expect(notices).toHaveLength(1))
    expect(await screen.findByRole('tab', { name: 'Following 1' })).toBeTruthy()
    await act(async () => notices[0]?.action?.run())
    await waitFor(() => expect(names()).toEqual(['Anna Lund', 'Bert Anders']))
    expect(server.relationships.get(ANNA)).toBe('following')
    expect(screen.getByRole('tab', { name: 'Following 2' })).toBeTruthy()
  })

  it('name a follower with a private profile, who can be unfollowed and blocked but neither opened nor followed', async () => {
    const { user, server } = await openPeople('/people?tab=followers', {
      prepare(each) {
        each.people = [person(CARL, 'Carl Ek', { isPrivate: true })]
        each.followers.add(CARL)
        each.relationships.set(CARL, 'following')
      },
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

  it('say what is wrong, and fetch the counts as well when tried again', async () => {
    const { server, user } = await openPeople('/people?tab=following', {
      prepare: each => {
        each.down = true
        each.relationships.set(ANNA, 'following')
      },
    })
    const alert = within(await screen.findByRole('alert'))
    server.down = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Anna Lund' })).toBeTruthy()
    expect(await screen.findByRole('tab', { name: 'Following 1' })).toBeTruthy()
  })
})
