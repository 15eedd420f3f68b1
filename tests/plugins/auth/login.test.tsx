// Preloads the screens so that no test waits for them.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { providerHints } from '../../../src/core/auth/providers.js'
import { cookieOf, goodServer, tokenOf } from '../../core/auth/session.js'
import { type Answering, noConnection, ok, problem } from '../../core/http/fake-transport.js'
import { comeBack, GOOGLE, heading, NOTED, ORIGIN, openScreen } from './open-screen.js'
import '../../../src/plugins/auth/ui/second-step.js'

async function loginPage(answering?: Answering, query = '') {
  const opened = await openScreen(`/login${query}`, { answering })
  const email = await screen.findByRole('textbox')
  const password = screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' })
  const logIn = async (address = 'jo@example.org', secret = 'correct horse') => {
    if (address) await opened.type('Email address', address)
    if (secret) await opened.type('Password', secret)
    await opened.click('Log in')
  }
  return { ...opened, email, password, logIn }
}

it('an unreachable server is announced to screen readers, and the entered values are kept', async () => {
  const server = goodServer({ login: () => Promise.reject(noConnection()) })
  const { logIn, email, password, path } = await loginPage(server)
  await logIn()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Can’t reach the server. Check your connection and try again.')
  expect(document.activeElement).toBe(alert)
  expect(email).toHaveProperty('value', 'jo@example.org')
  expect([password.value, path()]).toEqual(['correct horse', '/login'])
})

it('a group invitation on the login page shows the group and the teacher’s name', async () => {
  const invitation = goodServer({ invitation: () => ok({ name: 'Tea', group: '4a' }) })
  const { bodies } = await loginPage(invitation, `?return=${encodeURIComponent('/homework?join=ABCD-2345')}`)
  expect(await screen.findByText(/^Tea has invited you to join “4a”\./)).toBeTruthy()
  expect(bodies('invitation')).toEqual([{ code: 'ABCD-2345' }])
})

it('missing login fields are reported without a request, and the first one is focused', async () => {
  const page = await loginPage()
  await page.logIn('', '')
  expect(await screen.findByText('Enter an email address, such as name@example.org.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(page.email)
  expect(page.sent).toEqual([])
})

afterEach(() => vi.restoreAllMocks())

it('clicking a provider button opens the provider and stores the return path', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const page = await openScreen('/login?return=%2Fsongs%2F7', { providers: GOOGLE })
  await page.user.click(await screen.findByRole('button', { name: 'Log in with Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  const address = new URL(String(assign.mock.calls[0]?.[0]))
  expect(address.origin).toBe('https://accounts.example')
  expect(address.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/login`)
  expect(JSON.parse(sessionStorage.getItem('fretworkSignIn') ?? '')).toMatchObject({
    state: address.searchParams.get('state'),
    returnTo: '/songs/7',
  })
})

it('the palette lists the tenant’s providers', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const { kernel } = await openScreen('/login', { providers: GOOGLE })
  expect(await kernel.commands.choicesFor('auth.log-in-with', 'provider')).toEqual([
    { value: 'google', label: 'Google' },
  ])
  await kernel.commands.execute('auth.log-in-with', { provider: 'google' })
  expect(assign).toHaveBeenCalledTimes(1)
  await kernel.tenant.learn(async () => ({ ...kernel.tenant.current, providers: [] }))
  expect(kernel.commands.holds('auth.providers')).toBe(false)
})

it('the login callback logs in, opens the return path and remembers the account', async () => {
  const page = await comeBack('code=the-code&state=the-state&iss=https%3A%2F%2Fi.example')
  await screen.findByText('Elsewhere')
  expect(page.path()).toBe('/songs/7')
  const { state: _state, returnTo: _returnTo, ...kept } = NOTED
  expect(page.bodies('/external')).toEqual([{ ...kept, code: 'the-code', iss: 'https://i.example' }])
  const parts = { storage: page.platform.storage, tenant: page.kernel.tenant, log: page.kernel.log }
  await waitFor(() => expect(providerHints(parts, 'google').hint).toBe('jo@example.org'))
  expect(sessionStorage.getItem('fretworkSignIn')).toBeNull()
})

it('the code and state are removed from the URL before the server is called', async () => {
  let address = ''
  const page = await comeBack('code=the-code&state=the-state', {
    answering: goodServer({
      external: () => {
        address = page.path()
        return problem(401, 'invalid_token')
      },
    }),
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The response from Google doesn’t match/)
  expect(address).toBe('/login?return=%2Fsongs%2F7')
})

it('a user who is already logged in stays logged in', async () => {
  const page = await comeBack('code=c&state=the-state', { cookies: { fretwork: cookieOf(tokenOf()) } })
  await screen.findByText('Elsewhere')
  expect(page.path()).toBe('/fretboard')
  await waitFor(() => expect(sessionStorage.getItem('fretworkSignIn')).toBeNull())
  expect(page.bodies('/external')).toEqual([])
})

it('a provider error is explained, and the return path is kept', async () => {
  const page = await comeBack('error=access_denied&error_description=Call+555&state=the-state')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^The login was declined or canceled at Google\./)
  expect(document.activeElement).toBe(alert)
  expect(document.body.textContent).not.toContain('555')
  expect(page.path()).toBe('/login?return=%2Fsongs%2F7')
  expect(screen.getByRole('button', { name: 'Log in with Google' })).toBeTruthy()
})

const { startAuthentication } = vi.hoisted(() => ({ startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication, startRegistration: vi.fn() }))
beforeEach(() => {
  startAuthentication.mockReset()
})

const CHALLENGE = 'C'.repeat(43)
const demand =
  (methods: readonly string[], passkey?: object): Answering =>
  () =>
    problem(401, 'second_factor_required', {
      secondFactor: { challenge: CHALLENGE, methods, ...(passkey && { passkey }) },
    })
const tokens = () => ok({ jwt: tokenOf(), refreshToken: 'r1' })

async function atSecondStep(
  methods: readonly string[] = ['totp', 'recovery'],
  { answering = tokens as Answering, passkey = undefined as object | undefined } = {},
) {
  const server = goodServer({ login: demand(methods, passkey), 'second-factor': answering })
  const opened = await openScreen('/login?return=%2Fsongs%2F7', { answering: server })
  await screen.findByRole('textbox')
  await opened.type('Email address', 'jo@example.org')
  await opened.type('Password', 'correct horse')
  await opened.click('Log in')
  await heading('One more step')
  return opened
}

it('the second-factor code may contain spaces, and an error appears next to the field', async () => {
  const answers = [problem(403, 'second_factor_wrong'), tokens()]
  const answering = () => answers.shift() ?? tokens()
  const { bodies, click, path, type, kernel } = await atSecondStep(['totp', 'recovery'], { answering })
  expect(kernel.auth.state.getState().status).toBe('loggedOut')
  const field = screen.getByLabelText<HTMLInputElement>('Code from your authenticator app')
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
  expect(document.activeElement).toBe(field)
  await type('Code from your authenticator app', '12345')
  await click('Log in')
  expect(await screen.findByText('Enter the 6-digit code from the app.')).toBeTruthy()
  expect(bodies('second-factor')).toEqual([])
  await type('Code from your authenticator app', '654321')
  await click('Log in')
  expect(await screen.findByText(/^This code is wrong/)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await type('Code from your authenticator app', '123 456')
  await click('Log in')
  await screen.findByText('Elsewhere')
  expect(path()).toBe('/songs/7')
  expect(bodies('second-factor')[1]).toEqual({ challenge: CHALLENGE, code: '123456' })
})

it('a passkey login sends only the fields checked by the server', async () => {
  const passkey = { challenge: 'abc', rpId: 'studio.example' }
  const response = { clientDataJSON: 'c', authenticatorData: 'a', signature: 's', userHandle: 'u' }
  startAuthentication.mockResolvedValue({ id: 'k', rawId: 'k', type: 'public-key', response })
  const { bodies, click } = await atSecondStep(['passkey', 'recovery'], { passkey })
  await click('Use a passkey')
  await screen.findByText('Elsewhere')
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: passkey })
  expect(bodies('second-factor')).toEqual([
    {
      challenge: CHALLENGE,
      passkey: { id: 'k', clientDataJSON: 'c', authenticatorData: 'a', signature: 's' },
    },
  ])
})

it.each([
  ['NotAllowedError', /^No passkey was used/],
  ['SecurityError', /^Passkeys don’t work at this address/],
])('the login page explains what to do after a %s from the browser', async (name, sentence) => {
  startAuthentication.mockRejectedValue(Object.assign(new Error('no'), { name }))
  const { bodies, click } = await atSecondStep(['passkey'], { passkey: {} })
  await click('Use a passkey')
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(bodies('second-factor')).toEqual([])
})

it('an expired challenge returns to the login form', async () => {
  const answering = () => problem(400, 'challenge_invalid')
  const { click, type } = await atSecondStep(['totp'], { answering })
  await type('Code from your authenticator app', '123456')
  await click('Log in')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This took too long/)
  await click('Start over')
  expect(await heading('Log in to Fretwork')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('jo@example.org')
})

it('an external login also asks for the second factor and opens the return path', async () => {
  const answering = goodServer({ external: demand(['totp']), 'second-factor': tokens })
  const opened = await comeBack('code=abc&state=the-state', { answering })
  await heading('One more step')
  await opened.type('Code from your authenticator app', '123456')
  await opened.click('Log in')
  await screen.findByText('Elsewhere')
  await waitFor(() => expect(opened.path()).toBe('/songs/7'))
  expect(opened.bodies('second-factor')).toEqual([{ challenge: CHALLENGE, code: '123456' }])
})
