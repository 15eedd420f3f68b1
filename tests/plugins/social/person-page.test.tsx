// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { problem } from '../../core/http/fake-transport.js'
import { OWN, openPeople } from './people-screens.js'
import { ANNA, BERT, type PeopleServer, person } from './people-server.js'

const openAnna = async (prepare?: Parameters<typeof openPeople>[1]) => {
  const opened = await openPeople(`/people/${ANNA}`, prepare)
  await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
  return opened
}

describe('the profile of a person', () => {
  it('is found at the handle, however it is written', async () => {
    const { sent, user, server } = await openPeople('/people/@Anna_Lund')
    await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
    expect(sent.at(-1)?.url).toMatch(/\/user\/handle\/anna_lund$/)
    expect(within(screen.getByRole('list', { name: 'Instruments' })).getByText('Dobro')).toBeTruthy()
    expect(document.title).toMatch(/^Anna Lund · /)
    await user.click(screen.getByRole('button', { name: 'Follow' }))
    expect(screen.getByRole('button', { name: 'Unfollow' })).toBeTruthy()
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
  })

  it.each([
    ['this is how others see it', 'jo_own', [person(OWN, 'Jo Own')], 'This is how others see you.'],
    ['others do not see it', OWN, [], 'Your profile is not public'],
  ])('says of one’s own that %s, and leads to where it is edited', async (_what, id, people, sentence) => {
    await openPeople(`/people/${id}`, { prepare: server => void Object.assign(server, { people }) })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/account/profile')
    expect(screen.queryByRole('button', { name: /^(Follow|Block)$/ })).toBeNull()
  })

  it('is said not to be there where the handle is none', async () => {
    const prepare = (server: PeopleServer) => {
      server.refuse = () => problem(400, 'invalid_input')
    }
    await openPeople('/people/no_one', { prepare })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found or not public' })).toBeTruthy()
  })

  it('shows nothing of the one before while the next one is awaited', async () => {
    const { router, server } = await openAnna()
    const release = server.hold(BERT)
    await act(() => router.navigate(`/people/${BERT}`))
    expect(screen.queryByText('Anna Lund')).toBeNull()
    await act(async () => release())
    expect(await screen.findByRole('heading', { level: 1, name: 'Bert Anders' })).toBeTruthy()
  })

  it('asks before it blocks, says what that does, and gives the focus back', async () => {
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

  it('has a command for each deed that can be done now, which does it', async () => {
    const { kernel, server, router } = await openAnna()
    const usable = () =>
      ['follow', 'unfollow', 'block', 'unblock'].filter(deed => kernel.commands.isEnabled(`social.${deed}`))
    const run = (deed: string) => act(() => kernel.commands.execute(`social.${deed}`))
    expect(usable()).toEqual(['follow', 'block'])
    await run('follow')
    expect(usable()).toEqual(['unfollow', 'block'])
    await run('unfollow')
    await run('block')
    const question = within(await screen.findByRole('dialog', { name: 'Block Anna Lund?' }))
    await act(async () => question.getByRole('button', { name: 'Block' }).click())
    expect(usable()).toEqual(['unblock'])
    await run('unblock')
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('none'))
    await act(() => router.navigate('/people'))
    expect(usable()).toEqual([])
  })
})
