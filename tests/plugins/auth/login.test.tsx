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

  it('says what to do about a server that is gone, also to a screen reader, and loses nothing', async () => {
    const server = goodServer({ login: () => Promise.reject(noConnection()) })
    const { logIn, email, password, path } = await loginPage(server)
    await logIn()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Can’t reach the server. Check your connection and try again.')
    expect(document.activeElement).toBe(alert)
    expect(email).toHaveProperty('value', 'jo@example.org')
    expect(password.value).toBe('correct horse')
    expect(path()).toBe('/login')
  })

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

  it('asks for what is missing without a call, and goes there', async () => {
    const page = await loginPage()
    await page.logIn('', '')
    expect(await screen.findByText('Enter an email address, such as name@example.org.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    expect(document.activeElement).toBe(page.email)
    expect(page.sent).toEqual([])
  })
})
