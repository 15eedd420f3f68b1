// Sessions, password, address, export and account deletion, with errors at their fields.
import '../../../../../src/plugins/account/ui/security/security-page.js'
import '../../../../../src/plugins/account/ui/security/app-setup.js'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { hostCommands } from '../../../../../src/app/host-commands.js'
import { setPageAddress } from '../../../../page-address.js'
import { later } from '../../../../support/later.js'
import { type Answers, openAccount, problem } from '../../account-screen.js'

const SESSION = {
  ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90a01', current: true, device: 'Firefox on Linux' },
  ...{ begunAt: '2026-11-20T10:00:00.000Z', seenAt: '2026-11-21T10:00:00.000Z' },
}

async function openSecurity(more: Answers = {}, fragment = '') {
  const sessions = () => [200, { items: [SESSION] }] as const
  const answers = { 'GET sessions': sessions, ...more }
  const opened = await openAccount('SecurityPage', answers, `/account/security${fragment}`)
  await screen.findByText('Firefox on Linux')
  return opened
}

const region = (name: string) => within(screen.getByRole('region', { name }))

it('the command “End session” lists the other sessions by device and removes the ended session', async () => {
  const [phone, other] = ['02', '03'].map(end => SESSION.id.replace(/01$/, end))
  const session = (id = '', device = '') => ({ ...SESSION, id, device, current: false })
  let items = [SESSION, session(phone, 'Safari on iOS'), session(other)]
  const { kernel, named, notices, run } = await openSecurity({
    'GET sessions': () => [200, { items }],
    'DELETE 02': () => {
      if (items.length < 3) return problem(404, 'not_found')
      items = items.filter(({ id }) => id !== phone)
      return [204]
    },
  })
  const choices = await kernel.commands.choicesFor('account.end-session', 'session')
  expect(choices?.map(({ value }) => value)).toEqual([phone, other])
  expect(choices?.[0]?.label).toMatch(/^Safari on iOS, started .*2026/)
  await act(() => run('account.end-session', { session: phone }))
  expect([named('DELETE 02').length, notices.at(-1)?.message]).toEqual([1, 'Session ended.'])
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
  const outcome = await act(() => run('account.end-session', { session: phone }))
  expect(outcome).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(notices.at(-1)?.kind).toBe('error')
})

it('the command “Show passwords” toggles all password fields and is disabled without any', async () => {
  const { kernel, router, run } = await openSecurity()
  hostCommands(kernel)
  const card = region('Password')
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

const change = async (answers: Answers) => {
  const opened = await openSecurity(answers)
  const card = region('Password')
  await opened.user.type(card.getByLabelText('Current password'), 'old one here')
  await opened.user.type(card.getByLabelText('New password'), 'a new one, and long')
  await opened.user.click(card.getByRole('button', { name: 'Change password' }))
  return { ...opened, card }
}

it.each([
  ['New', 'password_weak', 'common', /password is too common/],
  ['Current', 'password_wrong', undefined, 'This isn’t your current password.'],
])(
  'the password field (%s) shows why the server rejected the password: %s',
  async (name, code, message, sentence) => {
    const errors = message === undefined ? undefined : [{ path: 'body.password', message }]
    const { card, user } = await change({ 'POST password/change': () => problem(400, code, errors) })
    expect(await card.findByText(sentence)).toBeTruthy()
    const field = card.getByLabelText(`${name} password`)
    await waitFor(() => expect(document.activeElement).toBe(field))
    // The error stays on blur and disappears on the next keystroke.
    await user.tab()
    expect(card.getByText(sentence)).toBeTruthy()
    await user.type(field, '!')
    expect(card.queryByText(sentence)).toBeNull()
  },
)

it('an address change shows the link’s recipient and rejects the current address', async () => {
  const answers = [problem(400, 'email_same', [{ path: 'body.email', message: 'same' }])]
  const { named, user } = await openSecurity({ 'POST email/change': () => answers.shift() ?? [202] })
  const card = region('Email address')
  await user.type(card.getByLabelText('New email address'), ' ada@elsewhere.example ')
  await user.type(card.getByLabelText('Current password'), 'old one here')
  await user.click(card.getByRole('button', { name: 'Send link' }))
  expect(await card.findByText('This is already your address. Enter a different one.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(card.getByLabelText('New email address')))
  await user.click(card.getByRole('button', { name: 'Send link' }))
  expect(await card.findByText('Check your inbox at ada@elsewhere.example')).toBeTruthy()
  expect(named('POST email/change')[0]?.sent).toMatchObject({ email: 'ada@elsewhere.example' })
})

it('the deletion dialog cannot be closed while the account is being deleted', async () => {
  const { promise: answered, answer: fail } = later()
  const answers: Answers = { 'POST account/delete': () => answered.then(() => problem(409, 'last_admin')) }
  const { user } = await openSecurity(answers, '#delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await user.type(dialog.getByLabelText('Type your email address to confirm'), 'ada@example.org')
  await user.type(dialog.getByLabelText('Current password'), 'old one here')
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
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

const { startRegistration } = vi.hoisted(() => ({ startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startRegistration, startAuthentication: vi.fn() }))

const ORIGIN = 'https://studio.example'
const CHALLENGE = 'C'.repeat(43)
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-000${at}`)
const OFF = {
  ...{ totp: false, passkeys: [] as object[], recoveryCodes: 0 },
  ...{ passkeyOrigin: ORIGIN, hasPassword: true, required: false },
}
const LAPTOP = { ...SESSION, name: 'My laptop', createdAt: '2026-11-20T10:00:00.000Z' }
const ON = { ...OFF, totp: true, recoveryCodes: 10 }

beforeEach(() => {
  setPageAddress(`${ORIGIN}/account/security`)
  startRegistration.mockReset()
})

async function openCard(before: object, more: Answers = {}, after: object = before) {
  let state = before
  const opened = await openAccount(
    'SecurityPage',
    {
      'GET sessions': () => [200, { items: [] }],
      'GET second-factor': () => [200, state],
      ...Object.fromEntries(
        Object.entries(more).map(([call, answer]) => [
          call,
          async (sent: never) => {
            const answered = await answer(sent)
            if (answered[0] < 300 && !call.includes('options') && call !== 'POST second-factor/totp')
              state = after
            return answered
          },
        ]),
      ),
    },
    '/account/security#second-factor',
  )
  const card = within(await screen.findByRole('region', { name: 'Two-step login' }))
  await card.findByText('Authenticator app')
  const click = async (name: string) => opened.user.click(await card.findByRole('button', { name }))
  return { ...opened, card, click }
}

const begun = { challenge: CHALLENGE, secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZ' }
/** Server that rejects the first password and the first code. */
const setUp = (): Answers => {
  const begins = [problem(403, 'password_wrong')]
  const confirms = [problem(403, 'second_factor_wrong')]
  return {
    'POST second-factor/totp': () => begins.shift() ?? [200, begun],
    'POST totp/confirm': () => confirms.shift() ?? [200, { recoveryCodes: CODES }],
  }
}

it('setup asks for the password, shows the secret, checks a code, and shows recovery codes', async () => {
  const { card, click, named, notices, user } = await openCard({ ...OFF, required: true }, setUp(), ON)
  expect(card.getByText(/^Administrators need two-step login here/)).toBeTruthy()
  await click('Set up app')
  await waitFor(() => expect(document.activeElement).toBe(card.getByLabelText('Current password')))
  await click('Cancel')
  expect(document.activeElement).toBe(card.getByRole('heading', { name: 'Two-step login' }))
  await click('Set up app')
  await user.type(await card.findByLabelText('Current password'), 'long enough')
  await click('Continue')
  expect(await card.findByText('This isn’t your current password.')).toBeTruthy()
  await click('Continue')
  const picture = await card.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
  expect(card.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy()
  await user.type(card.getByLabelText('Code from the app'), '123 456')
  await click('Turn on')
  expect(await card.findByText(/^That code isn’t right/)).toBeTruthy()
  await click('Turn on')
  for (const code of CODES) expect(await card.findByText(code)).toBeTruthy()
  expect(named('POST second-factor/totp')[0]?.sent).toEqual({ currentPassword: 'long enough' })
  expect(named('POST totp/confirm')[0]?.sent).toEqual({ challenge: CHALLENGE, code: '123456' })
  await waitFor(() => expect(named('GET sessions')).toHaveLength(2))
  expect(notices.at(-1)?.message).toBe('Authenticator app set up.')
  await click('I’ve saved my codes')
  expect(card.queryByText(CODES[0] ?? '')).toBeNull()
  expect(document.activeElement).toBe(card.getByRole('heading', { name: 'Two-step login' }))
  expect(card.getByText('10 left')).toBeTruthy()
})

const response = { clientDataJSON: 'c', attestationObject: 'a', transports: ['internal'], publicKey: 'p' }
const add: Answers = {
  'POST passkeys/options': () => [200, { challenge: CHALLENGE, options: { challenge: 'abc' } }],
  'POST second-factor/passkeys': () => [200, {}],
}

it('a passkey can be named and requires no password if an authenticator app is set up', async () => {
  startRegistration.mockResolvedValue({ id: 'k', rawId: 'k', type: 'public-key', response })
  const { card, click, named, user } = await openCard(ON, add, { ...ON, passkeys: [LAPTOP] })
  await click('Add a passkey')
  await user.type(await card.findByLabelText('Passkey name'), ' My laptop ')
  await click('Create passkey')
  expect(await card.findByText('My laptop')).toBeTruthy()
  expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } })
  const { publicKey: _unsent, ...kept } = response
  const sent = { challenge: CHALLENGE, name: 'My laptop', id: 'k', ...kept }
  expect(named('POST second-factor/passkeys')[0]?.sent).toEqual(sent)
  expect(card.getByText(/never used$/)).toBeTruthy()
})

it.each([
  ['NotAllowedError', /^No passkey was used/],
  ['InvalidStateError', /^This device already has a passkey/],
])('the passkey card explains what to do after a %s from the browser', async (name, sentence) => {
  startRegistration.mockRejectedValue(Object.assign(new Error('no'), { name }))
  const { card, click, named, user } = await openCard(ON, add)
  await click('Add a passkey')
  await user.type(await card.findByLabelText('Passkey name'), 'x')
  await click('Create passkey')
  expect(await card.findByText(sentence)).toBeTruthy()
  expect(named('POST second-factor/passkeys')).toEqual([])
})

it('passkeys cannot be added at another address, and the page shows the correct address', async () => {
  const { card } = await openCard({ ...OFF, passkeyOrigin: 'http://localhost:4680' })
  expect(card.getByText(/^Passkeys only work at http:\/\/localhost:4680/)).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('recovery codes are replaced after confirmation and can be copied, saved and printed', async () => {
  const { click, notices, platform, user } = await openCard(
    { ...ON, recoveryCodes: 2 },
    { 'POST second-factor/codes': () => [200, { recoveryCodes: CODES }] },
  )
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await click('New recovery codes')
  await user.click(await screen.findByRole('button', { name: 'Get new codes' }))
  await click('Copy codes')
  const text = `Recovery codes for ada@example.org on Fretwork\n\n${CODES.join('\n')}\n`
  await waitFor(() => expect(notices.at(-1)?.message).toBe('Recovery codes copied.'))
  expect(platform.page.copied).toEqual([text])
  await click('Download codes')
  expect(platform.page.saved).toEqual([{ name: 'fretwork-recovery-codes.txt', content: text }])
  await click('Print codes')
  expect(print).toHaveBeenCalledTimes(1)
})

it.each([
  ['saved', '{"table":"account"}\n{"complete":true}\n', undefined],
  ['not saved if it was cut off', '{"table":"account"}\n{"compl', 'export_cut_off'],
])('the account export is %s', async (_what, text, outcome) => {
  const bytes = new TextEncoder().encode(text)
  const { notices, platform, user } = await openSecurity({ 'GET export': () => [200, bytes] })
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  await waitFor(() =>
    expect([notices.at(-1)?.code, platform.page.saved.length]).toEqual([outcome, outcome ? 0 : 1]),
  )
  expect(platform.page.saved.map(({ content }) => content)).toEqual(outcome ? [] : [bytes])
})
