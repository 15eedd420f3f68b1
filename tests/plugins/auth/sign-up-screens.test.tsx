import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { cookieOf, goodServer, tokenOf, USER } from '../../core/auth/session.js'
import { type Answering, noConnection, ok, problem } from '../../core/http/fake-transport.js'
import { heading, openScreen } from './open-screen.js'

const TOKEN = 'a-token_of_43_characters_as_the_server_makes'.slice(0, 43)
const accepted: Answering = () => ({ status: 202 })

type Page = Awaited<ReturnType<typeof openScreen>>

async function registerAda(page: Page) {
  await heading('Join Fretwork')
  await page.type('Your name', '  Ada Lovelace ')
  await page.type('Email address', ' ada@example.org ')
  await page.type('Password', 'a capo on the seventh fret')
  await page.user.click(screen.getByRole('checkbox'))
  await page.click('Register')
}

async function confirmAddress(page: Page) {
  await heading('Confirm your address')
  await page.click('Confirm address')
}

async function changePassword(page: Page) {
  await heading('Choose a new password')
  await page.type('New password', 'six strings and a capo')
  await page.click('Change password')
}

it('the demo email is fetched only on the demo host', async () => {
  const origin = 'https://localhost.example'
  const page = await openScreen('/register', { origin, answering: goodServer({ register: accepted }) })
  const bytes = vi.spyOn(page.kernel.api, 'bytes')
  await registerAda(page)
  await heading('Check your email')
  expect(bytes).not.toHaveBeenCalled()
})

it('the registration page reports if registration is closed or limited to certain domains', async () => {
  const page = await openScreen('/register')
  const learn = (card: object) =>
    act(() => page.kernel.tenant.learn(async () => ({ ...page.kernel.tenant.current, ...card })))
  await learn({ mailDomains: ['school.example', 'town.example'] })
  expect(await screen.findByText('Allowed email domains: @school.example, @town.example.')).toBeTruthy()
  await learn({ registration: 'closed' })
  await heading('Registration is closed')
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
})

it('missing and invalid fields are reported at each field, and nothing is submitted', async () => {
  const page = await openScreen('/register')
  await heading('Join Fretwork')
  await page.type('Email address', 'no-address')
  await page.type('Password', 'seven77')
  await page.click('Register')
  for (const said of [
    'Enter a name of 1 to 100 characters, without line breaks or invisible characters.',
    'Enter an email address, such as name@example.org.',
    'Choose a password with 8 to 256 characters.',
    'Accept the terms to continue.',
  ]) {
    expect(screen.getByText(said)).toBeTruthy()
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Your name'))
  expect(page.sent).toEqual([])
})

it('a rejected password shows an error at its field, even for an unknown reason', async () => {
  const reasons = ['common', 'from the future']
  const register: Answering = () =>
    problem(400, 'password_weak', { errors: [{ path: 'body.password', message: reasons.shift() }] })
  const page = await openScreen('/register', { answering: goodServer({ register }) })
  await registerAda(page)
  expect(await screen.findByText(/password is too common/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Password', { selector: 'input' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await page.click('Register')
  expect(await screen.findByText('Choose a password with 8 to 256 characters.')).toBeTruthy()
})

const opened = async (calls: Record<string, Answering>) => {
  const page = await openScreen(`/verification#token=${TOKEN}`, { answering: goodServer(calls) })
  await heading('Confirm your address')
  expect(page.sent).toEqual([])
  return page
}

it('the confirmation page asks for a password if the account has none yet', async () => {
  const passwordToken = 'p'.repeat(43)
  const page = await opened({
    [TOKEN]: () => ok({ email: 'ada@example.org', passwordToken }),
    [passwordToken]: () => ({ status: 200 }),
  })
  await page.click('Confirm address')
  await heading('Choose your password')
  expect(page.path()).toBe(`/password/reset?first#token=${passwordToken}`)
  await page.type('Password', 'a capo on the seventh fret')
  await page.click('Save password')
  await heading('Password saved')
  expect(page.bodies(`/reset/${passwordToken}`)).toEqual([{ password: 'a capo on the seventh fret' }])
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

it('a used or expired confirmation link is reported, and a new one can be requested', async () => {
  const page = await openScreen(`/verification#token=${TOKEN}`, {
    answering: goodServer({ [TOKEN]: () => problem(400, 'link_invalid'), verification: accepted }),
  })
  await confirmAddress(page)
  await heading('This link no longer works')
  expect(page.path()).toBe('/verification')
  await page.type('Email address', 'ada@example.org')
  await page.click('Send new link')
  expect(await screen.findByText(/If ada@example\.org still needs to be confirmed/)).toBeTruthy()
  expect(page.bodies('/verification')).toEqual([{ email: 'ada@example.org' }])
})

it('the confirmation link stays usable if the server is unreachable', async () => {
  const page = await openScreen(`/verification#token=${TOKEN}`, {
    answering: goodServer({ [TOKEN]: () => Promise.reject(noConnection()) }),
  })
  await confirmAddress(page)
  await screen.findByRole('alert')
  expect(page.path()).toContain(TOKEN)
  expect(screen.getByRole('button', { name: 'Confirm address' })).toBeTruthy()
})

it.each([
  ['half a link', `#token=${TOKEN.slice(1)}`, 'This link no longer works', 'It was already used'],
  ['no link', '', 'Confirm your address', 'Open the link in the email'],
])(
  'the confirmation page sends no request for %s and explains what to do',
  async (_what, link, title, lead) => {
    const page = await openScreen(`/verification${link}`)
    await heading(title)
    expect(screen.getByText(new RegExp(`^${lead}`))).toBeTruthy()
    expect(page.sent).toEqual([])
  },
)

it('the logged-in user sees the new address immediately', async () => {
  let email = 'old@example.org'
  const page = await openScreen(`/verification#token=${TOKEN}`, {
    cookies: { fretwork: cookieOf(tokenOf()) },
    answering: goodServer({
      [TOKEN]: () => {
        email = 'new@example.org'
        return ok({ email })
      },
      user: () => ok({ ...USER, email }),
    }),
  })
  const { auth } = page.kernel
  await auth.reload()
  expect(auth.state.getState().user?.email).toBe('old@example.org')
  await confirmAddress(page)
  await heading('Address confirmed')
  await waitFor(() => expect(auth.state.getState().user?.email).toBe('new@example.org'))
  expect(screen.getByRole('link', { name: 'Go to the fretboard' })).toBeTruthy()
})

it('the email address carries over to and from the login page, and the email can be resent', async () => {
  const page = await openScreen('/login', { answering: goodServer({ forgot: accepted }) })
  await heading(/^Log in to/)
  await page.type('Email address', 'ada@example.org ')
  await page.user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await heading('Forgot your password?')
  expect(page.path()).toBe('/password/forgot')
  await page.click('Send link')
  await waitFor(() => expect(page.bodies('/forgot')).toEqual([{ email: 'ada@example.org' }]))
  await page.router.navigate('/login')
  await heading(/^Log in to/)
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.org')
  await page.router.navigate('/password/forgot')
  await page.user.click(await screen.findByRole('button', { name: 'Send link' }))
  // The message must not reveal whether the account exists.
  expect(await screen.findByText(/^If there’s an account for ada@example\.org/)).toBeTruthy()
  await page.click('Resend email')
  await page.user.click(await screen.findByRole('button', { name: 'Resend in 60 seconds' }))
  expect(page.bodies('/forgot')).toHaveLength(3)
  await page.platform.clock.advance(59_000)
  await screen.findByRole('button', { name: 'Resend in one second' })
  await page.platform.clock.advance(1000)
  await page.user.click(await screen.findByRole('button', { name: 'Resend email' }))
  await waitFor(() => expect(page.bodies('/forgot')).toHaveLength(4))
})

it('resetting the password with a link also ends the current session', async () => {
  const page = await openScreen(`/password/reset#token=${TOKEN}`, {
    cookies: { fretwork: cookieOf(tokenOf()) },
    answering: goodServer({
      [TOKEN]: () => ({ status: 200 }),
      user: () => problem(401, 'session_ended'),
      refresh: () => problem(401, 'refresh_refused'),
    }),
  })
  await changePassword(page)
  await heading('Password changed')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(page.bodies(TOKEN)).toEqual([{ password: 'six strings and a capo' }])
  expect(page.path()).toBe('/password/reset')
  await waitFor(() => expect(page.kernel.auth.state.getState().status).toBe('loggedOut'))
})

it.each([
  ['the link belongs to another account', {}],
  ['the server cannot say whether it has ended', { user: () => problem(503, 'unavailable') }],
])('resetting the password keeps the current session if %s', async (_, calls) => {
  const page = await openScreen(`/password/reset#token=${TOKEN}`, {
    cookies: { fretwork: cookieOf(tokenOf()) },
    answering: goodServer({ [TOKEN]: () => ({ status: 200 }), ...calls }),
  })
  await changePassword(page)
  await heading('Password changed')
  expect(page.bodies('/logout')).toEqual([])
  expect(page.kernel.auth.state.getState().status).toBe('loggedIn')
})

it.each(['/password/reset', '/password/reset#token=half'])(
  'an incomplete password reset link is rejected: %s',
  async address => {
    await openScreen(address)
    await heading('This link is incomplete')
    expect(screen.queryByRole('textbox')).toBeNull()
  },
)
