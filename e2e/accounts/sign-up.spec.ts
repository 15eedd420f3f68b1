import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { APIRequestContext, Page } from '@playwright/test'
import { openidProvider } from '../../tests/server/auth/external/openid-provider.js'
import { CLIENT_ID, CLIENT_SECRET } from '../../tests/server/auth/external/token-provider.js'
import { logIn } from '../support/log-in.js'
import { runCommand } from '../support/palette.js'
import { DEMO, plainEnvironment } from '../support/product.js'
import { newAccount } from '../support/register.js'
import { expect, test } from '../support/test.js'

const url = () => process.env.FRETWORK_E2E_URL ?? ''
const PASSWORD = 'a capo on the seventh fret'

async function linksTo(request: APIRequestContext, email: string): Promise<string[]> {
  const list = await (await request.get(`${url()}/dev/mail`)).text()
  const rows = list.split('<li').filter(row => row.includes(`${email} `))
  const links = rows.map(async row => {
    const mail = await request.get(`${url()}${/href="([^"]+)"/.exec(row)?.[1]}`)
    return /https?:\/\/[^\s"<]+#token=[\w-]+/.exec(await mail.text())?.[0] ?? ''
  })
  return Promise.all(links)
}

async function linksOnceSent(request: APIRequestContext, email: string, count: number): Promise<string[]> {
  await expect.poll(async () => (await linksTo(request, email)).length).toBe(count)
  return linksTo(request, email)
}

async function logInWith(page: Page, email: string, password: string) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const headed = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('registration can resend the email, confirms the address and returns to the requested page', async ({
  page,
}) => {
  const email = 'rita@sign-up.example'
  await page.goto(`${url()}/fretboard?from=mail`)
  await page.getByRole('link', { name: 'New here? Register' }).click()
  await headed(page, 'Join Fretwork')

  await page.getByLabel('Your name').fill('Rita')
  await page.getByLabel('Email address').fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('rita1234')
  await expect(page.getByText('Too easy to guess')).toBeVisible()
  await page.getByLabel(/^I accept/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(/^This password is/)).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill(PASSWORD)
  await expect(page.getByText('Very good')).toBeVisible()
  await page.getByRole('button', { name: 'Register' }).click()
  await headed(page, 'Check your email')
  await expect(page.getByRole('link', { name: 'read it here' })).toHaveAttribute('href', '/dev/mail')
  await linksOnceSent(page.request, email, 1)

  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByRole('button', { name: /^Resend in \d+ seconds$/ })).toBeVisible()
  const [, first] = await linksOnceSent(page.request, email, 2)

  await page.getByRole('link', { name: 'Back to login' }).click()
  await logInWith(page, email, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('isn’t confirmed yet')
  await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible()

  await page.goto(first ?? '')
  await headed(page, 'Confirm your address')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await headed(page, 'Address confirmed')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await logInWith(page, email, PASSWORD)
  await expect(page).toHaveURL(/\/fretboard\?from=mail$/)
  await expect(page.getByRole('button', { name: 'Rita’s account' })).toBeVisible()
  await page.goto(`${url()}/register`)
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('a forgotten password can be reset by keyboard alone, and the old password is rejected', async ({
  page,
}) => {
  const email = 'fred@sign-up.example'
  await newAccount(page, url(), { email, password: PASSWORD, name: 'Fred' })

  await page.goto(`${url()}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await headed(page, 'Forgot your password?')
  await expect(page.getByLabel('Email address')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await headed(page, 'Check your email')
  const [link = ''] = await linksOnceSent(page.request, email, 2)

  await page.goto(link)
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.keyboard.type('six strings in drop d')
  await page.keyboard.press('Enter')
  await headed(page, 'Password changed')
  await expect(page).toHaveURL(/\/password\/reset$/)
  await page.getByRole('link', { name: 'Log in' }).press('Enter')
  await logInWith(page, email, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('Wrong email address or password')
  await logInWith(page, email, 'six strings in drop d')
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('a user can log in with a provider', { tag: '@soak' }, async ({ page }) => {
  // Uses a separate tenant because other tests log in without a provider.
  const origin = url().replace('127.0.0.1', 'providers.localhost')
  const provider = await openidProvider(`${origin}/login`)
  const administer = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/cli/main.mjs', 'server', 'tenant', ...words], {
      env: { ...plainEnvironment(), FRETWORK_HOME: process.env.FRETWORK_E2E_HOME },
    })
  try {
    await administer('add', 'providers', '--name', 'Providers', '--host', 'providers.localhost')
    const setting = administer(
      ...['provider', 'set', 'providers', 'google', '--client-id', CLIENT_ID, '--secret-file', '-'],
      ...['--redirect', `${origin}/login`, '--issuer', provider.issuer],
      ...['--authorize-url', `${provider.issuer}/auth`],
    )
    setting.child.stdin?.end(CLIENT_SECRET)
    await setting
    provider.people.set('gina', { email: 'gina@sign-up.example', email_verified: true, name: 'Gina' })

    const withGoogle = page.getByRole('button', { name: 'Log in with Google' })
    // Servers apply tenant changes within a second.
    await expect(async () => {
      await page.goto(`${origin}/account/settings`)
      await expect(withGoogle).toBeVisible({ timeout: 3000 })
    }).toPass()
    await withGoogle.click()
    await page.locator('input[name=login]').fill('gina')
    await page.locator('input[name=password]').fill('anything')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${origin}/account/settings`)
    await expect(page.getByRole('button', { name: 'Gina’s account' })).toBeVisible()
  } finally {
    await provider.end()
  }
})

async function tokenCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'fretwork')
  return cookie && { cookie, tokens: JSON.parse(decodeURIComponent(cookie.value)) }
}

/** Waits until no tab is refreshing its tokens, so that the cookie has been written. */
const renewalsEnd = (page: Page) =>
  page.evaluate(() => navigator.locks.request('fretwork.refresh', () => undefined))

test('a session survives a reload, and logout ends the session', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await logIn(page, url())
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
  const stored = await tokenCookie(page)
  expect(stored?.tokens).toMatchObject({ rememberMe: true })
  const days = ((stored?.cookie.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(364)

  const refreshed = page.waitForResponse(answer => answer.url().endsWith('/auth/refresh'))
  await page.reload()
  expect((await refreshed).status()).toBe(200)
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()

  await runCommand(page, 'log out')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => tokenCookie(page)).toBeUndefined()
  expect(errors).toEqual([])
})

test('one of two tabs refreshes the tokens for both every half hour, and both log out together', async ({
  page,
  context,
}) => {
  await context.clock.install()
  const refreshes: number[] = []
  context.on('response', answer => {
    if (answer.url().endsWith('/auth/refresh')) refreshes.push(answer.status())
  })
  await logIn(page, url())
  const second = await context.newPage()
  await second.goto(`${url()}/plugins?from=test`)
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => refreshes).toEqual([200])
  await renewalsEnd(second)
  const before = await tokenCookie(page)

  await context.clock.fastForward('30:00')
  await expect.poll(() => refreshes).toEqual([200, 200])
  // The second tab waited for the lock and then adopted the refreshed tokens.
  await renewalsEnd(second)
  expect(refreshes).toEqual([200, 200])
  const renewed = await tokenCookie(page)
  expect(renewed?.tokens.refreshToken).not.toBe(before?.tokens.refreshToken)

  // Ends the session from another device, which the next refresh detects.
  const ended = await page.request.get(`${url()}/presence/api/v1/auth/logout`, {
    headers: { 'X-Tenant': 'fretwork', Authorization: `Bearer ${renewed?.tokens.jwt}` },
  })
  expect(ended.ok()).toBe(true)
  await context.clock.fastForward('30:00')
  await expect(page).toHaveURL(/\/login\?return=%2Ffretboard$/)
  await expect(second).toHaveURL(/\/login\?return=%2Fplugins%3Ffrom%3Dtest$/)
  await expect.poll(() => tokenCookie(page)).toBeUndefined()

  await logInWith(second, DEMO.email, DEMO.password)
  await expect(second).toHaveURL(/\/plugins\?from=test$/)
  // Logging in also logs in the tab that is waiting on the login page.
  await expect(page).toHaveURL(/\/fretboard$/)

  await runCommand(page, 'log out')
  await expect(second).toHaveURL(/\/login/)
})
