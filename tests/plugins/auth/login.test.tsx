// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../../src/core/react/plugin-screen.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import auth from '../../../src/plugins/auth/index.js'
import { goodServer } from '../../core/auth/session.js'
import { type Answering, fakeTransport, noConnection, problem } from '../../core/http/fake-transport.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'

const pages = makePlugin('pages', {
  contributes: {
    routes: [
      { path: '/fretboard', title: 'Neck', screen: 'Neck', auth: true },
      { path: '/songs/:id', title: 'Song', screen: 'Song', auth: true },
    ],
  },
})

async function loginPage(answering: Answering = goodServer(), query = '', languages = ['en']) {
  const { transport, sent } = fakeTransport(answering)
  const platform = memoryPlatform({ languages })
  const kernel = await createTestKernel({ plugins: [auth, pages], platform, transport })
  const router = createMemoryRouter(
    [
      { path: '/login', element: <PluginScreen plugin="auth" screen="Login" /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [`/login${query}`] },
  )
  render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel}>
        <RouterProvider router={router} />
      </KernelProvider>
    </MantineProvider>,
  )
  const email = await screen.findByRole('textbox')
  const password = screen.getByLabelText<HTMLInputElement>(/^(Password|Passwort)/, { selector: 'input' })
  const user = userEvent.setup()
  const logIn = async (address = 'jo@example.org', secret = 'correct horse') => {
    await user.clear(email)
    if (address) await user.type(email, address)
    await user.clear(password)
    if (secret) await user.type(password, secret)
    await user.click(screen.getByRole('button', { name: /^(Log in|Anmelden)$/ }))
  }
  const path = () => router.state.location.pathname + router.state.location.search
  return { kernel, sent, email, password, logIn, path, user }
}

describe('the log-in screen', () => {
  it('logs in and leads to the fretboard', async () => {
    const { logIn, path, sent, kernel } = await loginPage()
    await logIn()
    await screen.findByText('Elsewhere')
    expect(path()).toBe('/fretboard')
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: { email: 'jo@example.org', password: 'correct horse', rememberMe: true },
    })
    expect(kernel.auth.state.getState().status).toBe('loggedIn')
  })

  it('leads back to where one was, query and all', async () => {
    const { logIn, path } = await loginPage(
      goodServer(),
      `?return=${encodeURIComponent('/songs/7?at=1&x=2')}`,
    )
    expect(screen.getByText('Log in to continue.')).toBeTruthy()
    await logIn()
    await screen.findByText('Elsewhere')
    expect(path()).toBe('/songs/7?at=1&x=2')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/nowhere'])(
    'does not lead to %s',
    async wanted => {
      const { logIn, path } = await loginPage(goodServer(), `?return=${encodeURIComponent(wanted)}`)
      await logIn()
      await screen.findByText('Elsewhere')
      expect(path()).toBe('/fretboard')
    },
  )

  it.each([
    [
      'a wrong password',
      { login: () => problem(401, 'invalid_credentials') },
      'Wrong email address or password. Check both and try again.',
    ],
    [
      'a server that is gone',
      { login: () => Promise.reject(noConnection()) },
      'Can’t reach the server. Check your connection and try again.',
    ],
    [
      'too many attempts',
      { login: () => ({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '17' } }) },
      'Too many attempts. Try again in 17 seconds.',
    ],
    [
      'an address that is not verified',
      { login: () => problem(403, 'email_unverified') },
      'This address isn’t confirmed yet. Open the link in the email we sent you.',
    ],
    [
      'an unknown tenant',
      { login: () => problem(404, 'tenant_unknown') },
      'There’s no site at this address. Check the URL.',
    ],
    [
      'a server in trouble',
      { login: () => ({ status: 502, body: '<html>Bad gateway</html>' }) },
      'The server is having a problem. Try again in a few minutes.',
    ],
    [
      'an answer that is none',
      { login: () => ({ status: 200, body: '<html>A captive portal</html>' }) },
      'The server sent an unexpected response. Reload the page to get the latest version.',
    ],
  ])(
    'says what to do about %s, there and to a screen reader, and loses nothing',
    async (_what, answers, sentence) => {
      const { logIn, email, password, path } = await loginPage(goodServer(answers))
      await logIn()
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toBe(sentence)
      expect(document.activeElement).toBe(alert)
      expect(email).toHaveProperty('value', 'jo@example.org')
      expect(password.value).toBe('correct horse')
      expect(path()).toBe('/login')
    },
  )

  it('sends the mail again to who has not opened it yet', async () => {
    const { logIn, sent, user } = await loginPage(
      goodServer({
        login: () => problem(403, 'email_unverified'),
        verification: () => ({ status: 202 }),
      }),
    )
    await logIn()
    await user.click(await screen.findByRole('button', { name: 'Resend email' }))
    expect(await screen.findByText('Sent. It may take a minute to arrive.')).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({
      url: '/presence/api/v1/auth/verification',
      body: { email: 'jo@example.org' },
    })
  })

  it('hands the way back on to registration and the forgotten password', async () => {
    await loginPage(goodServer(), `?return=${encodeURIComponent('/songs/7?at=1')}`)
    for (const [name, path] of [
      ['New here? Register', '/register'],
      ['Forgot your password?', '/password/forgot'],
    ] as const) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
        `${path}?return=%2Fsongs%2F7%3Fat%3D1`,
      )
    }
  })

  it('says it in German to a German', async () => {
    const { logIn, kernel } = await loginPage(
      goodServer({ login: () => problem(401, 'invalid_credentials') }),
      '',
      ['de-AT', 'en'],
    )
    await logIn()
    const english = 'Wrong email address or password. Check both and try again.'
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(kernel.translator.t('core', english))
    expect(alert.textContent).not.toBe(english)
    expect(screen.getByText('Bei Fretwork anmelden')).toBeTruthy()
  })

  it('goes on after a failure', async () => {
    let wrong = true
    const server = goodServer()
    const { logIn, path } = await loginPage(request =>
      wrong ? problem(401, 'invalid_credentials') : server(request),
    )
    await logIn()
    await screen.findByRole('alert')
    wrong = false
    await logIn()
    await screen.findByText('Elsewhere')
    expect(path()).toBe('/fretboard')
  })

  it.each([
    ['', 'secret', 'Enter an email address, such as name@example.org.', 'email'],
    ['no address', 'secret', 'Enter an email address, such as name@example.org.', 'email'],
    ['jo@example.org', '', 'Enter your password.', 'password'],
    ['', '', 'Enter an email address, such as name@example.org.', 'email'],
  ])(
    'asks for what is missing in "%s" / "%s" without a call, and goes there',
    async (address, secret, words, field) => {
      const page = await loginPage()
      await page.logIn(address, secret)
      expect(await screen.findByText(words)).toBeTruthy()
      expect(document.activeElement).toBe(field === 'email' ? page.email : page.password)
      expect(page.sent).toEqual([])
    },
  )
})
