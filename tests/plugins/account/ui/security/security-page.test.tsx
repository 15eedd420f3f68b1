// @vitest-environment happy-dom
// Sessions, password, address, export and the end of an account: each refusal where it belongs.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
// Loaded with the test, so that no test waits for it.
import '../../../../../src/plugins/account/ui/security/security-page.js'
import { type Answers, openAccount, problem } from '../../account-screen.js'

const SESSION = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90a01',
  current: true,
  device: 'Firefox on Linux',
  begunAt: '2026-11-20T10:00:00.000Z',
  seenAt: '2026-11-21T10:00:00.000Z',
}

async function openSecurity(more: Answers = {}, fragment = '') {
  const sessions = () => [200, { items: [SESSION] }] as const
  const answers = { 'GET sessions': sessions, ...more }
  const opened = await openAccount('SecurityPage', answers, `/account/security${fragment}`)
  await screen.findByText('Firefox on Linux')
  return opened
}

const region = (name: string) => within(screen.getByRole('region', { name }))

describe('the page', () => {
  it('renders with a malformed fragment in its URL', async () => {
    await openSecurity({}, '#sessions%')
    expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeTruthy()
  })
})

describe('the password', () => {
  const change = async (answers: Answers, current = 'old one here', next = 'a new one, and long') => {
    const opened = await openSecurity(answers)
    const card = region('Password')
    if (current) await opened.user.type(card.getByLabelText('Current password'), current)
    if (next) await opened.user.type(card.getByLabelText('New password'), next)
    await opened.user.click(card.getByRole('button', { name: 'Change password' }))
    return { ...opened, card }
  }

  it.each([
    ['New', 'password_weak', 'common', /password is too common/],
    ['Current', 'password_wrong', undefined, 'This isn’t your current password.'],
  ])('says at the field (%s) why it is refused: %s', async (name, code, message, sentence) => {
    const errors = message === undefined ? undefined : [{ path: 'body.password', message }]
    const { card, user } = await change({ 'POST password/change': () => problem(400, code, errors) })
    expect(await card.findByText(sentence)).toBeTruthy()
    const field = card.getByLabelText(`${name} password`)
    await waitFor(() => expect(document.activeElement).toBe(field))
    // It stays when the field is left as it is, and goes with the next letter.
    await user.tab()
    expect(card.getByText(sentence)).toBeTruthy()
    await user.type(field, '!')
    expect(card.queryByText(sentence)).toBeNull()
  })

  it.each([
    ['', 'a new one, and long', 'Enter your current password.'],
    ['old one here', 'short', 'Choose a password with 8 to 256 characters.'],
  ])('sends nothing while %j and %j do not do', async (current, next, sentence) => {
    const { card, named } = await change({ 'POST password/change': () => [204] }, current, next)
    expect(await card.findByText(sentence)).toBeTruthy()
    expect(named('POST password/change')).toEqual([])
  })
})

describe('the address', () => {
  it('is asked for, and the page says where the link went, or at the field that it is the own one', async () => {
    const answers = [problem(400, 'email_same', [{ path: 'body.email', message: 'same' }])]
    const { named, user } = await openSecurity({ 'POST email/change': () => answers.shift() ?? [202] })
    const card = region('Email address')
    await user.type(card.getByLabelText('New email address'), ' ada@elsewhere.example ')
    await user.type(card.getByLabelText('Current password'), 'old one here')
    await user.click(card.getByRole('button', { name: 'Send link' }))
    expect(await card.findByText('This is already your address. Enter another one.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(card.getByLabelText('New email address')))
    await user.click(card.getByRole('button', { name: 'Send link' }))
    expect(await card.findByText('Check the inbox of ada@elsewhere.example')).toBeTruthy()
    expect(named('POST email/change')[0]?.sent).toMatchObject({ email: 'ada@elsewhere.example' })
  })
})

describe('the end of the account', () => {
  const attempt = async (answers: Answers, typed = 'ada@example.org') => {
    const opened = await openSecurity(answers, '#delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
    await opened.user.type(dialog.getByLabelText('Type your email address to confirm'), typed)
    await opened.user.type(dialog.getByLabelText('Current password'), 'old one here')
    await opened.user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
    return { ...opened, dialog }
  }

  it('cannot be walked away from while it is under way, and says how it ended', async () => {
    let fail = (): void => undefined
    const answered = new Promise<void>(resolve => {
      fail = resolve
    })
    const { dialog, user } = await attempt({
      'POST account/delete': () => answered.then(() => problem(409, 'last_admin')),
    })
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
    expect(dialog.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true)
    fail()
    expect(await dialog.findByText(/You’re the last administrator/)).toBeTruthy()
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', false),
    )
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('logs out', async () => {
    const { kernel, named } = await attempt({ 'POST account/delete': () => [204] })
    await waitFor(() => expect(kernel.auth.state.getState().status).toBe('loggedOut'))
    expect(named('POST account/delete')[0]?.sent).toEqual({ currentPassword: 'old one here' })
  })
})
