// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { problem } from '../../core/http/fake-transport.js'
import { OWN, openPeople } from './people-screens.js'
import { ANNA, CARL, person } from './people-server.js'

const listed = (given: { page: Awaited<ReturnType<typeof openPeople>>; command: string; typed?: string }) =>
  given.page.kernel.commands
    .choicesFor(given.command, 'person', { typed: given.typed ?? '', signal: new AbortController().signal })
    .then(choices => choices?.map(({ label }) => label))

describe('the commands for a person', () => {
  it('look for people with what is typed: those who can be followed, and those who can be blocked', async () => {
    const page = await openPeople('/people', {
      prepare(server) {
        server.people = [...server.people, person(OWN, 'Anna Self'), person(crypto.randomUUID(), 'Anna Ek')]
        server.relationships.set(ANNA, 'following')
      },
    })
    expect(await listed({ page, command: 'social.follow-person' })).toEqual([])
    expect(page.searches()).toEqual([])
    expect(await listed({ page, command: 'social.follow-person', typed: ' @anna' })).toEqual([
      'Anna Ek · @anna_ek',
    ])
    expect(page.searches()).toEqual(['anna'])
    expect(await listed({ page, command: 'social.block-person', typed: 'anna' })).toEqual([
      'Anna Lund · @anna_lund',
      'Anna Ek · @anna_ek',
    ])
    expect(await listed({ page, command: 'social.show-person', typed: 'anna' })).toHaveLength(3)
  })

  it('follow and unfollow from anywhere, say so, and take it back', async () => {
    const { kernel, server, notices } = await openPeople('/people')
    await kernel.commands.execute('social.follow-person', { person: ANNA })
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
    await waitFor(() =>
      expect(notices.at(-1)).toMatchObject({
        message: 'You’re now following {{name}}.',
        values: { name: 'Anna Lund' },
      }),
    )
    await kernel.commands.execute('social.unfollow-person', { person: ANNA })
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('none'))
    await waitFor(() => expect(notices.at(-1)?.message).toBe('You’re no longer following {{name}}.'))
    notices.at(-1)?.action?.run()
    await waitFor(() => expect(server.relationships.get(ANNA)).toBe('following'))
  })

  it('unblock a person whose profile is private by now', async () => {
    const page = await openPeople('/people', {
      prepare(server) {
        server.people = [person(CARL, '', { isBlocked: true })]
        server.refuse = ({ url }) => (url.includes('/public/') ? problem(404, 'not_found') : undefined)
      },
    })
    await listed({ page, command: 'social.unblock-person' })
    expect(await page.kernel.commands.execute('social.unblock-person', { person: CARL })).toMatchObject({
      ok: true,
    })
    await waitFor(() => expect(page.server.relationships.get(CARL)).toBe('none'))
  })

  it('lead to the profile before a block, which asks there, and only there', async () => {
    const { kernel, server, path, router } = await openPeople('/people')
    await kernel.commands.execute('social.block-person', { person: ANNA })
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
})
