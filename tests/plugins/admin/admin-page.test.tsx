import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { AdminUser, AuditItem } from '../../../src/core/contract/admin.js'
import { ADMIN_ROLE } from '../../../src/core/contract/claims.js'
import admin from '../../../src/plugins/admin/index.js'
import { tokenOf } from '../../core/auth/session.js'
import { fakeTransport, ok, problem } from '../../core/http/fake-transport.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderScreen } from '../../support/render-screen.js'
import '../../../src/plugins/admin/ui/admin-page.js'

const ada: AdminUser = {
  ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada', email: 'ada@example.org', handle: 'ada' },
  ...{ emailVerified: true, roles: [], features: ['SubscriptionLevel.Pro'], sessions: 2 },
  ...{ bytes: 3 * 1024 * 1024, byteLimit: 64 * 1024 * 1024 },
  createdAt: '2026-11-20T10:00:00.000Z',
}
const entry: AuditItem = {
  ...{ id: '1', at: '2026-11-21T10:00:00.000Z', action: 'user.suspended', subject: ada.id },
  details: { reason: 'spam' },
}

type Answers = (method: string, path: string, body: unknown) => readonly [status: number, body: unknown]

/** Returns a server with the user Ada, whose suspension can be changed. */
function serverWithAda(): Answers {
  let user = ada
  return (method, path) => {
    if (path.endsWith('/suspension')) {
      const { suspendedAt: _over, ...open } = user
      user = method === 'POST' ? { ...open, sessions: 0, suspendedAt: entry.at } : open
      return [200, user]
    }
    if (path.endsWith('/roles')) return [409, { title: 'Conflict', status: 409, code: 'last_admin' }]
    if (path.endsWith('/audit/')) return [200, { items: [entry], total: 1 }]
    if (method === 'GET' && path.endsWith(`/users/${ada.id}`)) return [200, user]
    return [200, { items: [user], total: 1 }]
  }
}

async function openAdmin(answers: Answers, roles: readonly string[] = [ADMIN_ROLE]) {
  const calls: { method: string; path: string; sent: unknown }[] = []
  const { transport, configs } = fakeTransport(({ method, url, body }) => {
    if (url.endsWith('/login'))
      return ok({ jwt: tokenOf({ sub: 'chief', roles: [...roles] }), refreshToken: 'r' })
    if (!url.includes('/admin/')) return problem(404, 'not_found')
    const [path = ''] = url.split('?')
    const sent = body ?? { ...configs.at(-1)?.params }
    calls.push({ method, path, sent })
    const [status, answer] = answers(method, path, sent)
    return { status, body: answer }
  })
  const { kernel, notices, platform, run } = await openKernel({
    plugins: [admin],
    transport,
    loggedIn: false,
  })
  await kernel.auth.login({ email: 'chief@example.org', password: 'long enough', rememberMe: true })
  renderScreen(kernel, 'admin', 'AdminPage')
  return { kernel, calls, notices, platform, run, user: userEvent.setup() }
}

const openAda = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Ada' }))
  return within(await screen.findByRole('dialog', { name: 'Ada' }))
}

it('only administrators see the administration page and its commands', async () => {
  const { kernel, calls } = await openAdmin(serverWithAda(), [])
  expect(await screen.findByRole('heading', { level: 1, name: 'Administrators only' })).toBeTruthy()
  expect(calls).toEqual([])
  expect(kernel.commands.holds('admin')).toBe(false)
})

it('admin commands open a user and the audit log', async () => {
  const { kernel, calls, run } = await openAdmin(serverWithAda())
  const asked = { typed: ' ada', signal: new AbortController().signal }
  const choices = await kernel.commands.choicesFor('admin.show-user', 'user', asked)
  expect(choices).toEqual([{ value: ada.id, label: 'Ada · ada@example.org' }])
  expect(calls.at(-1)?.sent).toMatchObject({ query: 'ada' })
  await run('admin.show-user', { user: ada.id })
  expect(await screen.findByRole('dialog', { name: 'Ada' })).toBeTruthy()
  await run('admin.show-audit')
  const audit = await screen.findByRole('tab', { name: 'Audit log', hidden: true })
  await waitFor(() => expect(audit.getAttribute('aria-selected')).toBe('true'))
})

it('a plan that admins grant themselves takes effect immediately', async () => {
  const chief: AdminUser = { ...ada, id: 'chief', features: [] }
  const pro = { ...chief, features: ['SubscriptionLevel.Pro'] }
  const { kernel, user } = await openAdmin((_method, path) =>
    path.endsWith('/plan') ? [200, pro] : [200, { items: [chief], total: 1 }],
  )
  const refresh = vi.spyOn(kernel.auth, 'refresh')
  const drawer = await openAda(user)
  await user.click(drawer.getByRole('combobox', { name: 'Plan' }))
  await user.click(await screen.findByRole('option', { name: 'Pro', hidden: true }))
  await user.click(drawer.getByRole('button', { name: 'Grant plan' }))
  await waitFor(() => expect(refresh).toHaveBeenCalledWith({ fresh: true }))
})

it('the user list goes back one page if the last page becomes empty', async () => {
  let total = 21
  const { calls, user } = await openAdmin((_method, path, body) => {
    if (path.endsWith('/suspension')) {
      total = 20
      return [200, ada]
    }
    const { page } = body as { page: number }
    return [200, { items: page === 2 && total === 20 ? [] : [{ ...ada, suspendedAt: entry.at }], total }]
  })
  await screen.findByRole('button', { name: 'Ada' })
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(calls.at(-1)?.sent).toMatchObject({ page: 2 }))
  const drawer = await openAda(user)
  await user.click(drawer.getByRole('button', { name: 'Lift suspension' }))
  await drawer.findByRole('button', { name: 'Suspend' })
  await waitFor(() => expect(calls.at(-1)?.sent).toMatchObject({ page: 1 }))
  expect(await screen.findByRole('button', { name: 'Ada', hidden: true })).toBeTruthy()
})

it('suspending a user asks for confirmation, can be undone and links to the audit log', async () => {
  const { user, calls, notices } = await openAdmin(serverWithAda())
  const drawer = await openAda(user)
  await user.click(drawer.getByRole('button', { name: 'Suspend' }))
  const question = within(await screen.findByRole('dialog', { name: 'Suspend Ada?' }))
  await user.click(question.getByRole('button', { name: 'Suspend' }))
  await drawer.findByText('Suspended')
  await act(async () => notices.at(-1)?.action?.run())
  await drawer.findByRole('button', { name: 'Suspend' })
  await user.click(drawer.getByRole('button', { name: 'Show in audit log' }))
  await waitFor(() => expect(calls.at(-1)?.sent).toMatchObject({ user: ada.id }))
})

it('an administrator can export a user’s data and delete the account after confirmation', async () => {
  const { calls, platform, user } = await openAdmin((method, path, body) =>
    method === 'DELETE' ? [204, undefined] : serverWithAda()(method, path, body),
  )
  const drawer = await openAda(user)
  expect(drawer.getByText('3 of 64 MB')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Export data' }))
  await waitFor(() => expect(platform.page.saved.at(-1)?.name).toMatch(/^fretwork-ada-[\d-]{10}\.ndjson$/))
  await user.click(drawer.getByRole('button', { name: 'Delete account…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Ada’s account?' }))
  expect(question.getByText(/all songs and files \(3 MB\)/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ada' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    expect.stringContaining(`/admin/users/${ada.id}`),
  ])
})

it('importing users for a teacher lists the invalid lines', async () => {
  const errors = [
    { path: 'line 2', message: 'In English.', code: 'name', values: { line: 2 } },
    { path: 'file', message: 'Unknown here.', code: 'later' },
  ]
  const refusal = { title: 'Bad Request', status: 400, code: 'import_invalid', errors }
  const answers = [[400, refusal] as const, [200, { invited: 2, present: 1, groups: 1 }] as const]
  const { calls, notices, user } = await openAdmin((method, path, body) =>
    path.endsWith('/import') ? (answers.shift() ?? [500, {}]) : serverWithAda()(method, path, body),
  )
  await user.click(await screen.findByRole('button', { name: 'Import people' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import people' }))
  await user.type(dialog.getByLabelText('Teacher’s email address'), ' tea@school.example ')
  const file = new File(['name,email'], 'people.csv', { type: 'text/csv' })
  await user.upload(dialog.getByLabelText('CSV file'), file)
  expect(await dialog.findByText('Line 2: the name is missing or invalid.')).toBeTruthy()
  expect(dialog.getByText('Unknown here.')).toBeTruthy()
  expect(notices.map(({ message }) => message)).toEqual([
    'Nothing was imported. Correct the file and choose it again.',
  ])
  await user.upload(dialog.getByLabelText('CSV file'), file)
  expect(await dialog.findByText('Invited: 2. Already have an account: 1. Groups: 1.')).toBeTruthy()
  expect(dialog.queryByText('Line 2: the name is missing or invalid.')).toBeNull()
  const sent = calls.filter(({ path }) => path.endsWith('/import')).map(call => call.sent)
  expect(sent[0]).toEqual({ csv: 'name,email', teacher: 'tea@school.example' })
})
