// Subscription page: the current plan, the offers, and the return from checkout.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ProductOffer } from '../../../../../src/core/contract/account.js'
// Preloads the screen so that no test waits for it.
import '../../../../../src/plugins/account/ui/subscription/subscription-page.js'
import { type Answers, openAccount, problem } from '../../account-screen.js'

const price = { amount: 900, currency: 'eur', interval: 'month' }
const pro: ProductOffer = {
  ...{ key: 'pro', title: 'Pro', level: 'Pro', price },
  ...{ features: ['SubscriptionLevel.Pro'], opens: ['Recording'] },
}
const sampler: ProductOffer = { key: 'sampler', title: 'Sampler', features: ['AddOn.Sampler'], opens: [] }

interface Plan {
  account?: object
  payment?: object
  offers?: readonly ProductOffer[]
}
const free = { level: 'free', status: 'free', features: [] }

const planOf = ({ account = free, payment, offers = [pro, sampler] }: Plan = {}) => ({
  account,
  stripeAccount: payment ?? { configured: true, mode: 'test' },
  manifest: { settings: { Products: JSON.stringify(offers) } },
})

const open = (plan: Plan = {}, more: Answers = {}, query = '') =>
  openAccount(
    'SubscriptionPage',
    { 'GET /account/api/v1/': () => [200, planOf(plan)], ...more },
    `/account/subscription${query}`,
  )
const plan = async () => (await screen.findByRole('region', { name: 'Your plan' })).textContent
const offer = (name: string) => within(screen.getByRole('article', { name }))

it.each([
  [{ status: 'granted' }, /Pro.*Granted by an administrator/],
  [{ status: 'active', renewsAt: '2026-12-21T12:00:00.000Z' }, /Renews on.*December/],
  [{ status: 'active', endsAt: '2026-12-21T12:00:00.000Z' }, /Canceled.*December/],
  [{ status: 'past_due', renewsAt: '2026-12-21T12:00:00.000Z' }, /^(?!.*Renews).*Your last payment failed/],
])('the subscription page describes the plan: %o', async (account, words) => {
  await open({
    account: { level: 'Pro', features: [], ...account },
    payment: { configured: true, mode: 'test', portalUrl: '/dev/plan/x' },
  })
  expect(await plan()).toMatch(words)
  expect(screen.getByRole('link', { name: 'Manage payments' })).toBeTruthy()
})

it('an offer shows its price, features and planned features', async () => {
  await open({
    offers: [{ ...pro, opens: ['Pin notes to strings'], later: ['Recording', 'Merch'] }, sampler],
  })
  await plan()
  const opens = offer('Pro').getAllByRole('listitem')
  expect(opens.map(item => item.textContent)).toEqual(['Pin notes to strings'])
  expect(offer('Pro').getByText(/€9\.00/).textContent).toBe('€9.00 per month')
  expect(offer('Sampler').getByText('Price unavailable right now.')).toBeTruthy()
  expect(offer('Pro').getByText('Coming soon: Recording, Merch')).toBeTruthy()
  expect(offer('Sampler').queryByText(/Coming soon/)).toBeNull()
  expect(offer('Sampler').queryByRole('list')).toBeNull()
})

it('the subscription page offers a retry if the payment provider is unavailable', async () => {
  const away = { 'POST stripe_checkout': () => problem(503, 'payment_unavailable') }
  const { named, notices, user } = await open({}, away)
  await user.click(await screen.findByRole('button', { name: 'Choose Pro' }))
  await waitFor(() => expect(notices.at(-1)).toMatchObject({ code: 'payment_unavailable' }))
  await act(async () => notices.at(-1)?.action?.run())
  await waitFor(() => expect(named('POST stripe_checkout')).toHaveLength(2))
})

it('opening the subscription page refreshes the claims if the plan has changed', async () => {
  const { kernel } = await open({
    account: { level: 'Pro', status: 'active', features: ['SubscriptionLevel.Pro'] },
  })
  const refresh = vi.spyOn(kernel.auth, 'refresh')
  // Waits for the requests made by the login, which finish before the page loads.
  await plan()
  expect(refresh).toHaveBeenCalledTimes(1)
})

/** Chooses a plan, leaves for the checkout and returns to the page. */
async function comeBack(answers: () => Plan) {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const opened = await openAccount('SubscriptionPage', {
    'GET /account/api/v1/': () => [200, planOf(answers())],
    'POST stripe_checkout': () => [200, { client_secret: 'secret' }],
  })
  await opened.user.click(await screen.findByRole('button', { name: 'Choose Pro' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dev/checkout/secret'))
  leave.mockRestore()
  await act(() => opened.router.navigate('/elsewhere'))
  await act(() => opened.router.navigate('/account/subscription?checkout=paid'))
  await plan()
  return opened
}

it('polling for a payment stops after a while, and a button checks again', async () => {
  let looks = 0
  const { platform } = await comeBack(() => {
    looks++
    return {}
  })
  while (!screen.queryByRole('button', { name: 'Check again' })) {
    const before = looks
    await act(async () => platform.clock.advance(2000))
    await waitFor(() =>
      expect(looks > before || screen.queryByRole('button', { name: 'Check again' })).toBeTruthy(),
    )
  }
  // Two requests from leaving and returning, and ten from polling.
  expect(looks).toBe(12)
})

it.each([
  [{ ...free, level: 'free' }, ['Pro · €9.00', 'Sampler']],
  // Paid levels are changed under "Manage payments".
  [{ ...free, level: 'Basic', status: 'active' }, ['Sampler']],
])('the command “Change plan” offers the same plans as the buttons: %o', async (account, labels) => {
  const { kernel } = await open({ account })
  await plan()
  const choices = await kernel.commands.choicesFor('account.change-plan', 'plan')
  expect(choices?.map(({ label }) => label)).toEqual(labels)
  expect(screen.queryAllByRole('button', { name: /^Choose / })).toHaveLength(labels.length)
})

it('the command “Manage payments” opens the payment portal or reports that nothing was paid', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  let portalUrl: string | undefined
  const { notices, run } = await openAccount('SubscriptionPage', {
    'GET /account/api/v1/': () => [200, planOf({ payment: { configured: true, mode: 'test', portalUrl } })],
  })
  await act(() => run('account.manage-payments'))
  expect(notices.at(-1)).toMatchObject({ code: 'nothing_paid' })
  portalUrl = '/dev/plan/1'
  await act(() => run('account.manage-payments'))
  expect(leave).toHaveBeenCalledWith('/dev/plan/1')
  leave.mockRestore()
})
