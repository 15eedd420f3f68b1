// Palette commands for sessions, plans and passwords.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
// Preloads the screens so that no test waits for them.
import '../../../src/plugins/account/ui/security/security-page.js'
import '../../../src/plugins/account/ui/subscription/subscription-page.js'
import { hostCommands } from '../../../src/app/host-commands.js'
import { openAccount, problem } from './account-screen.js'

const idOf = (end: string) => `7c9e6679-7425-40de-944b-e07fc1f90a${end}`
const session = (end: string, device: string, current = false) => ({
  ...{ id: idOf(end), current, device, begunAt: '2026-11-20T10:00:00.000Z' },
  seenAt: '2026-11-21T10:00:00.000Z',
})

async function openSecurity() {
  let items = [session('01', 'Firefox on Linux', true), session('02', 'Safari on iOS'), session('03', '')]
  const opened = await openAccount(
    'SecurityPage',
    {
      'GET sessions': () => [200, { items }],
      'DELETE 02': () => {
        if (items.length < 3) return problem(404, 'not_found')
        items = items.filter(({ id }) => id !== idOf('02'))
        return [204]
      },
    },
    '/account/security',
  )
  await screen.findByText('Firefox on Linux')
  return opened
}

it('the command “End session” lists the other sessions by device and removes the ended session', async () => {
  const { kernel, named, notices, run } = await openSecurity()
  const choices = await kernel.commands.choicesFor('account.end-session', 'session')
  expect(choices?.map(({ value }) => value)).toEqual([idOf('02'), idOf('03')])
  expect(choices?.[0]?.label).toMatch(/^Safari on iOS, started .*2026/)
  await act(() => run('account.end-session', { session: idOf('02') }))
  expect([named('DELETE 02').length, notices.at(-1)?.message]).toEqual([1, 'Session ended.'])
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
  const outcome = await act(() => run('account.end-session', { session: idOf('02') }))
  expect(outcome).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(notices.at(-1)?.kind).toBe('error')
})

const price = { amount: 900, currency: 'eur', interval: 'month' }
const offers = [
  { key: 'basic', title: 'Basic', level: 'Basic', features: [], opens: [], price },
  { key: 'pro', title: 'Pro', level: 'Pro', features: [], opens: [], price },
  { key: 'sampler', title: 'Sampler', features: ['AddOn.Sampler'], opens: [] },
]
/** Builds a plan as returned by the server. */
const planOf = (plan: object, products: readonly object[] = offers, portalUrl?: string) => ({
  account: { features: [], ...plan },
  stripeAccount: { configured: true, mode: 'test', portalUrl },
  manifest: { settings: { Products: JSON.stringify(products) } },
})

async function openPlans(plan: object) {
  const opened = await openAccount(
    'SubscriptionPage',
    {
      'GET /account/api/v1/': () => [200, planOf(plan)],
      'POST stripe_checkout': () => [200, { client_secret: 'secret' }],
    },
    '/account/subscription',
  )
  await screen.findByRole('region', { name: 'Your plan' })
  const choices = async () =>
    (await opened.kernel.commands.choicesFor('account.change-plan', 'plan'))?.map(({ label }) => label)
  return { ...opened, choices }
}

it.each([
  [{ level: 'free', status: 'free' }, ['Basic · €9.00', 'Pro · €9.00', 'Sampler']],
  // Paid levels are changed under "Manage payments".
  [{ level: 'Basic', status: 'active' }, ['Sampler']],
])('the command “Change plan” offers the same plans as the buttons: %o', async (plan, labels) => {
  const { choices } = await openPlans(plan)
  expect(await choices()).toEqual(labels)
  expect(screen.queryAllByRole('button', { name: /^Choose / })).toHaveLength(labels.length)
})

it('the command “Manage payments” opens the payment portal or reports that nothing was paid', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  let portalUrl: string | undefined
  const { notices, run } = await openAccount('SubscriptionPage', {
    'GET /account/api/v1/': () => [200, planOf({ level: 'free', status: 'free' }, [], portalUrl)],
  })
  await act(() => run('account.manage-payments'))
  expect(notices.at(-1)).toMatchObject({ code: 'nothing_paid' })
  portalUrl = '/dev/plan/1'
  await act(() => run('account.manage-payments'))
  expect(leave).toHaveBeenCalledWith('/dev/plan/1')
  leave.mockRestore()
})

it('the command “Show passwords” toggles all password fields and is disabled without any', async () => {
  const { kernel, router, run } = await openSecurity()
  hostCommands(kernel)
  const card = within(screen.getByRole('region', { name: 'Password' }))
  const types = () =>
    ['Current password', 'New password'].map(name => card.getByLabelText(name).getAttribute('type'))
  const toggle = () => act(() => run('app.toggle-passwords'))
  expect(types()).toEqual(['password', 'password'])
  await toggle()
  expect(types()).toEqual(['text', 'text'])
  await toggle()
  expect(types()).toEqual(['password', 'password'])
  await act(() => router.navigate('/elsewhere'))
  expect(kernel.commands.isEnabled('app.toggle-passwords')).toBe(false)
})
