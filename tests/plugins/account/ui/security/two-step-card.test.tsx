// @vitest-environment happy-dom
// Two-step login on the security page: setting up app and passkey, recovery codes, removing.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openAccount, problem } from '../../account-screen.js'
// Loaded with the test, so that no test waits for them.
import '../../../../../src/plugins/account/ui/security/security-page.js'
import '../../../../../src/plugins/account/ui/security/two-step/app-setup.js'
import { setPageAddress } from '../../../../page-address.js'

const { startRegistration } = vi.hoisted(() => ({ startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startRegistration, startAuthentication: vi.fn() }))

const ORIGIN = 'https://studio.example'
const CHALLENGE = 'C'.repeat(43)
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-000${at}`)
const OFF = {
  totp: false,
  passkeys: [] as object[],
  recoveryCodes: 0,
  passkeyOrigin: ORIGIN,
  hasPassword: true,
  required: false,
}
const LAPTOP = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90a99',
  name: 'My laptop',
  createdAt: '2026-11-20T10:00:00.000Z',
}
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

describe('the authenticator app', () => {
  const begun = { challenge: CHALLENGE, secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZ' }
  /** Password and code are wrong at first. */
  const setUp = (): Answers => {
    const begins = [problem(403, 'password_wrong')]
    const confirms = [problem(403, 'second_factor_wrong')]
    return {
      'POST second-factor/totp': () => begins.shift() ?? [200, begun],
      'POST totp/confirm': () => confirms.shift() ?? [200, { recoveryCodes: CODES }],
    }
  }

  it('is set up with the password, the QR code or key, and its first code; then the codes are shown once', async () => {
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
    await user.type(card.getByLabelText('Code the app shows'), '123 456')
    await click('Turn on')
    expect(await card.findByText(/^This isn’t the code/)).toBeTruthy()
    await click('Turn on')
    for (const code of CODES) expect(await card.findByText(code)).toBeTruthy()
    expect(named('POST second-factor/totp')[0]?.sent).toEqual({ currentPassword: 'long enough' })
    expect(named('POST totp/confirm')[0]?.sent).toEqual({ challenge: CHALLENGE, code: '123456' })
    await waitFor(() => expect(named('GET sessions')).toHaveLength(2))
    expect(notices.at(-1)?.message).toBe('Authenticator app set up.')
    await click('I’ve saved them')
    expect(card.queryByText(CODES[0] ?? '')).toBeNull()
    expect(document.activeElement).toBe(card.getByRole('heading', { name: 'Two-step login' }))
    expect(card.getByText('Left: 10')).toBeTruthy()
  })

  it('asks an account without a password for none, and says where a login is needed', async () => {
    const { card, click } = await openCard(
      { ...OFF, hasPassword: false },
      { 'POST second-factor/totp': () => problem(403, 'login_needed') },
    )
    await click('Set up app')
    expect(await card.findByText(/^Log out and in again/)).toBeTruthy()
    expect(card.queryByLabelText('Current password')).toBeNull()
  })
})

describe('passkeys', () => {
  const response = { clientDataJSON: 'c', attestationObject: 'a', transports: ['internal'], publicKey: 'p' }
  const add: Answers = {
    'POST passkeys/options': () => [200, { challenge: CHALLENGE, options: { challenge: 'abc' } }],
    'POST second-factor/passkeys': () => [200, {}],
  }

  it('are added with a name, next to an app without the password', async () => {
    startRegistration.mockResolvedValue({ id: 'k', rawId: 'k', type: 'public-key', response })
    const { card, click, named, user } = await openCard(ON, add, { ...ON, passkeys: [LAPTOP] })
    await click('Add a passkey')
    await user.type(await card.findByLabelText('Name of the passkey'), ' My laptop ')
    await click('Create passkey')
    expect(await card.findByText('My laptop')).toBeTruthy()
    expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } })
    expect(named('POST second-factor/passkeys')[0]?.sent).toEqual({
      challenge: CHALLENGE,
      name: 'My laptop',
      id: 'k',
      clientDataJSON: 'c',
      attestationObject: 'a',
      transports: ['internal'],
    })
    expect(card.getByText(/never used$/)).toBeTruthy()
  })

  it.each([
    ['NotAllowedError', /^No passkey was used/],
    ['InvalidStateError', /^This device already has a passkey/],
  ])('say what to do after a %s of the browser', async (name, sentence) => {
    startRegistration.mockRejectedValue(Object.assign(new Error('no'), { name }))
    const { card, click, named, user } = await openCard(ON, add)
    await click('Add a passkey')
    await user.type(await card.findByLabelText('Name of the passkey'), 'x')
    await click('Create passkey')
    expect(await card.findByText(sentence)).toBeTruthy()
    expect(named('POST second-factor/passkeys')).toEqual([])
  })

  it('cannot be added at another address, which the page names', async () => {
    const { card } = await openCard({ ...OFF, passkeyOrigin: 'http://localhost:4680' })
    expect(card.getByText(/^They work at http:\/\/localhost:4680 only/)).toBeTruthy()
    expect(card.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})

describe('recovery codes', () => {
  it('are replaced after a question, and can be copied, saved and printed', async () => {
    const { click, notices, platform, user } = await openCard(
      { ...ON, recoveryCodes: 2 },
      { 'POST second-factor/codes': () => [200, { recoveryCodes: CODES }] },
    )
    const copyText = vi.fn(async () => undefined)
    const saveFile = vi.fn()
    Object.assign(platform.page ?? {}, { copyText, saveFile })
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await click('New recovery codes')
    await user.click(await screen.findByRole('button', { name: 'Get new codes' }))
    await click('Copy codes')
    const text = `Recovery codes of ada@example.org for Fretwork\n\n${CODES.join('\n')}\n`
    expect(copyText).toHaveBeenCalledWith(text)
    await waitFor(() => expect(notices.at(-1)?.message).toBe('Recovery codes copied.'))
    await click('Download codes')
    expect(saveFile).toHaveBeenCalledWith('fretwork-recovery-codes.txt', text)
    await click('Print codes')
    expect(print).toHaveBeenCalledTimes(1)
  })
})
