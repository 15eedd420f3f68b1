// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { problem } from '../../core/http/fake-transport.js'
import { OWN, openPeople } from './people-screens.js'
import { ANNA, BERT, person } from './people-server.js'

const openAnna = async (prepare?: Parameters<typeof openPeople>[1]) => {
  const opened = await openPeople(`/people/${ANNA}`, prepare)
  await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
  return opened
}

describe('the profile of a person', () => {
  it('shows who they are', async () => {
    await openAnna()
    expect(screen.getByText('@anna_lund')).toBeTruthy()
    expect(screen.getByText('Plays slide.')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Instruments' })).getByText('Dobro')).toBeTruthy()
    expect(document.title).toMatch(/^Anna Lund · /)
  })

  it.each(['anna_lund', '@anna_lund', 'Anna_Lund'])('is found at the handle %s', async written => {
    const { sent, kernel, server } = await openPeople(`/people/${written}`)
    await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })
    expect(sent.at(-1)?.url).toMatch(/\/user\/handle\/anna_lund$/)
    await kernel.commands.execute('social.follow')
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
  })

  it('leads from one’s own handle to where the profile is edited', async () => {
    await openPeople('/people/jo_own', {
      prepare: server => {
        server.people = [person(OWN, 'Jo Own')]
      },
    })
    expect(await screen.findByRole('link', { name: 'Edit profile' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  })

  it.each([ANNA.replace(/.$/, 'f'), 'no_one'])('says that there is no profile at %s', async id => {
    const refuse = () => (id === 'no_one' ? problem(400, 'invalid_input') : undefined)
    await openPeople(`/people/${id}`, {
      prepare: server => {
        server.refuse = refuse
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found or not public' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find people' })).toBeTruthy()
  })

  it('says what is wrong where the server cannot be reached, and tries again', async () => {
    const { server, user } = await openPeople(`/people/${ANNA}`, {
      prepare: each => {
        each.down = true
      },
    })
    const alert = within(await screen.findByRole('alert'))
    server.down = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Anna Lund' })).toBeTruthy()
  })

  it('leads from one’s own to where it is edited', async () => {
    await openPeople(`/people/${OWN}`, {
      prepare: server => {
        server.people = [person(OWN, 'Jo')]
      },
    })
    expect(await screen.findByText('This is how others see you.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/account/profile')
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull()
  })

  it('says of one’s own that others do not see it, where it is not public', async () => {
    await openPeople(`/people/${OWN}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your profile is not public' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit profile' })).toBeTruthy()
  })

  it('shows nothing of the one before while the next one is awaited', async () => {
    const { router, server } = await openAnna()
    const release = server.hold(BERT)
    await act(() => router.navigate(`/people/${BERT}`))
    expect(screen.queryByText('Anna Lund')).toBeNull()
    await act(async () => release())
    expect(await screen.findByRole('heading', { level: 1, name: 'Bert Anders' })).toBeTruthy()
  })

  it('follows and unfollows at once', async () => {
    const { user, server } = await openAnna()
    await user.click(screen.getByRole('button', { name: 'Follow' }))
    await user.click(screen.getByRole('button', { name: 'Unfollow' }))
    await user.click(screen.getByRole('button', { name: 'Follow' }))
    expect(screen.getByRole('button', { name: 'Unfollow' })).toBeTruthy()
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
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

  it('does not block if the confirmation is cancelled', async () => {
    const { user, sent } = await openAnna()
    await user.click(screen.getByRole('button', { name: 'Block' }))
    const question = within(await screen.findByRole('dialog', { name: 'Block Anna Lund?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.some(({ url }) => url.includes('/block/'))).toBe(false)
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

  it('is one with the lists: who is followed here is followed there', async () => {
    const { user, router, server } = await openAnna()
    const release = server.hold(`/link/${ANNA}`)
    await user.click(screen.getByRole('button', { name: 'Follow' }))
    await act(() => router.navigate('/people?q=anna'))
    expect(await screen.findByRole('button', { name: 'Unfollow Anna Lund' })).toBeTruthy()
    await act(async () => release())
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
    expect(screen.getByRole('button', { name: 'Unfollow Anna Lund' })).toBeTruthy()
  })
})
