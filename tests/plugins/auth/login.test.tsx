// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goodServer } from '../../core/auth/session.js'
import { type Answering, noConnection, problem } from '../../core/http/fake-transport.js'
import { openScreen } from './open-screen.js'

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

  it.each(['//evil.example', '/nowhere'])('does not lead to %s', async wanted => {
    const { logIn, path } = await loginPage(goodServer(), `?return=${encodeURIComponent(wanted)}`)
    await logIn()
    await screen.findByText('Elsewhere')
    expect(path()).toBe('/fretboard')
  })

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

  it.each([
    ['', 'secret', 'Enter an email address, such as name@example.org.', 'email'],
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
