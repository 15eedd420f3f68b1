import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import social from '../../../../src/plugins/social/index.js'
import { type Answering, ok, problem } from '../../../core/http/fake-transport.js'
import { renderRoutes } from '../../../support/render-routes.js'
import { OWN, openSocial } from '../open-social.js'
import '../../../../src/plugins/social/homework/ui/group-page.js'
import '../../../../src/plugins/social/homework/ui/homework-page.js'

const GROUP = '7c9e6679-7425-40de-944b-e07fc1f90ae1'
const teacher = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae2', name: 'Tea', handle: 'tea' }
const ida = { id: OWN, name: 'Ida', handle: 'ida' }
const code = { code: 'ABCD-2345', endsAt: '2026-01-31T12:00:00.000Z' }

/** Opens a page with a server that has one group. */
async function open(address: string, { id }: { readonly id: string }) {
  let group: object = { id: GROUP, name: '4a', teacher, members: id === OWN ? [] : [ida] }
  const answering: Answering = ({ method, url, body }) => {
    if (url.endsWith('/groups/')) return ok({ items: 'members' in group ? [group] : [] })
    if (url.endsWith('/code')) {
      group = { ...group, ...(method === 'POST' && { code }) }
      return ok(method === 'POST' ? code : undefined)
    }
    if (/\/groups\/(by-code|join)$/.test(url))
      return (body as { code: string }).code === code.code
        ? ok({ id: GROUP, name: '4a', teacher })
        : problem(404, 'join_code_invalid')
    if (method === 'DELETE') return ok(undefined)
    return url.endsWith('/inviters') ? ok({ from: 'following' }) : ok({ items: [], total: 0 })
  }
  const { kernel, notices, sent } = await openSocial(answering, id)
  const { router } = renderRoutes(kernel, social, address)
  const calls = () => sent.map(({ method, url }) => `${method} ${url.slice(url.indexOf('/groups'))}`)
  return { calls, notices, router, user: userEvent.setup() }
}
const button = (name: string) => screen.findByRole('button', { name })
const agree = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

it('a teacher can create a join link, copy it, send it by email and remove a member', async () => {
  const { calls, user } = await open(`/homework/group/${GROUP}`, teacher)
  await user.click(await button('Create a link'))
  expect(await screen.findByText(code.code)).toBeTruthy()
  await user.click(await button('Copy link'))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/homework?join=ABCD-2345`)
  const field = screen.getByRole('textbox', { name: 'Invite by email' })
  await user.type(field, 'not an address')
  await user.click(await button('Send invitations'))
  expect(await screen.findByText(/^Not an email address: not an address\./)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'a@example.org, b@example.org')
  await user.click(await button('Send invitations'))
  await vi.waitFor(() =>
    expect(calls().filter(call => call === `POST /groups/${GROUP}/invitations`)).toHaveLength(2),
  )
  await user.click(await button('Remove Ida'))
  await agree('Remove')
  await vi.waitFor(() => expect(calls()).toContain(`DELETE /groups/${GROUP}/members/${OWN}`))
})

it('a join link shows the group’s teacher and joins the group after confirmation', async () => {
  const { calls, router } = await open(`/homework?join=${code.code}`, ida)
  expect(await screen.findByText('Tea’s group')).toBeTruthy()
  expect(router.state.location.search).toBe('')
  expect(calls()).not.toContain('POST /groups/join')
  await agree('Join')
  await waitFor(() => expect(calls().at(-1)).toBe('GET /groups/'))
})

it('a wrong join code is rejected with a message that says what to do', async () => {
  const { user } = await open('/homework', ida)
  await user.type(await screen.findByRole('textbox', { name: 'Join code' }), 'wrong')
  await user.click(await button('Join a group'))
  expect(await screen.findByText(/^This code is wrong/)).toBeTruthy()
})
