// Palette commands for sessions, plans and passwords.
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
// Loaded with the test, so that no test waits for them.
import '../../../src/plugins/account/ui/security/security-page.js'
import '../../../src/plugins/account/ui/subscription/subscription-page.js'
import { hostCommands } from '../../../src/app/host-commands.js'
import { openAccount, problem } from './account-screen.js'

const idOf = (end: string) => `7c9e6679-7425-40de-944b-e07fc1f90a${end}`
const session = (end: string, device: string, current = false) => ({
  id: idOf(end),
  current,
  device,
  begunAt: '2026-11-20T10:00:00.000Z',
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

describe('ending one session', () => {
  it('offers all other sessions by device, and removes the ended session from the open page', async () => {
    const { kernel, named, notices } = await openSecurity()
    const choices = await kernel.commands.choicesFor('account.end-session', 'session')
    expect(choices?.map(({ value }) => value)).toEqual([idOf('02'), idOf('03')])
    expect(choices?.[0]?.label).toMatch(/^Safari on iOS, started .*2026/)
    await act(() => kernel.commands.execute('account.end-session', { session: idOf('02') }))
    expect(named('DELETE 02')).toHaveLength(1)
    expect(notices.at(-1)?.message).toBe('Session ended.')
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
    const outcome = await act(() => kernel.commands.execute('account.end-session', { session: idOf('02') }))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(notices.at(-1)?.kind).toBe('error')
  })
})

const price = { amount: 900, currency: 'eur', interval: 'month' }
const offers = [
  { key: 'basic', title: 'Basic', level: 'Basic', features: [], opens: [], price },
  { key: 'pro', title: 'Pro', level: 'Pro', features: [], opens: [], price },
  { key: 'sampler', title: 'Sampler', features: ['AddOn.Sampler'], opens: [] },
]
interface Plan {
  readonly level: string
  readonly status: string
  readonly configured?: boolean
}

async function openPlans({ level, status, configured = true }: Plan) {
  const answer = {
    account: { level, status, features: [] },
    stripeAccount: { configured, mode: 'test' },
    manifest: { settings: { Products: JSON.stringify(offers) } },
  }
  const opened = await openAccount(
    'SubscriptionPage',
    {
      'GET /account/api/v1/': () => [200, answer],
      'POST stripe_checkout': () => [200, { client_secret: 'secret' }],
    },
    '/account/subscription',
  )
  await screen.findByRole('region', { name: 'Your plan' })
  const choices = async () =>
    (await opened.kernel.commands.choicesFor('account.change-plan', 'plan'))?.map(({ label }) => label)
  return { ...opened, choices }
}

describe('changing to a certain plan', () => {
  it.each([
    [{ level: 'free', status: 'free' }, ['Basic · €9.00', 'Pro · €9.00', 'Sampler']],
    // A level that is paid for is changed under “Manage payments”.
    [{ level: 'Basic', status: 'active' }, ['Sampler']],
  ])('offers with %o what there is a button for', async (plan, labels) => {
    const { choices } = await openPlans(plan)
    expect(await choices()).toEqual(labels)
    expect(screen.queryAllByRole('button', { name: /^Choose / })).toHaveLength(labels.length)
  })
})

describe('managing payments', () => {
  it('opens the payment portal, or says that nothing was paid', async () => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    let portalUrl: string | undefined
    const { kernel, notices } = await openAccount('SubscriptionPage', {
      'GET /account/api/v1/': () => [
        200,
        {
          account: { level: 'free', status: 'free', features: [] },
          stripeAccount: { configured: true, mode: 'test', portalUrl },
          manifest: { settings: { Products: '[]' } },
        },
      ],
    })
    await act(() => kernel.commands.execute('account.manage-payments'))
    expect(notices.at(-1)).toMatchObject({ code: 'nothing_paid' })
    portalUrl = '/dev/plan/1'
    await act(() => kernel.commands.execute('account.manage-payments'))
    expect(leave).toHaveBeenCalledWith('/dev/plan/1')
    leave.mockRestore()
  })
})

describe('showing passwords by command', () => {
  it('shows and hides all passwords on the screen, and is offered only if there are any', async () => {
    const { kernel, router } = await openSecurity()
    hostCommands(kernel)
    const card = within(screen.getByRole('region', { name: 'Password' }))
    const types = () =>
      ['Current password', 'New password'].map(name => card.getByLabelText(name).getAttribute('type'))
    const toggle = () => act(() => kernel.commands.execute('app.toggle-passwords'))
    expect(types()).toEqual(['password', 'password'])
    await toggle()
    expect(types()).toEqual(['text', 'text'])
    await toggle()
    expect(types()).toEqual(['password', 'password'])
    await act(() => router.navigate('/elsewhere'))
    expect(kernel.commands.isEnabled('app.toggle-passwords')).toBe(false)
  })
})
