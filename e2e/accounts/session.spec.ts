import type { Page } from '@playwright/test'
import { logIn } from '../support/log-in.js'
import { runCommand } from '../support/palette.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

const url = () => process.env.FRETWORK_E2E_URL ?? ''

async function tokenCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'fretwork')
  return cookie && { cookie, tokens: JSON.parse(decodeURIComponent(cookie.value)) }
}

async function tryToLogIn(page: Page, password: string) {
  await page.getByLabel('Email address').fill(DEMO.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Until no tab is renewing the tokens: what was answered is taken by then, and the cookie written. */
const renewalsEnd = (page: Page) =>
  page.evaluate(() => navigator.locks.request('fretwork.refresh', () => undefined))

/** Runs a command with text and Enter within one task: no frame, and no rendering, in between. */
async function runAtOnce(page: Page, words: string, scheme: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await page.getByRole('combobox', { name: 'Search commands' }).evaluate((field, text) => {
    const input = field as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }, words)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await expect(page.getByRole('option')).toHaveCount(0)
}

test('logs in, is still there after a reload, runs what is typed however quickly Enter follows, and logs out', async ({
  page,
}) => {
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

  await runAtOnce(page, 'dark color', 'dark')
  await runAtOnce(page, 'light color', 'light')
  await expect(page).toHaveURL(/\/fretboard$/)

  await runCommand(page, 'log out')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => tokenCookie(page)).toBeUndefined()
  expect(errors).toEqual([])
})

test('one of two tabs renews the tokens for both, every half an hour; one is logged out with the other', async ({
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
  // The other tab has waited for the lock, and taken what it found.
  await renewalsEnd(second)
  expect(refreshes).toEqual([200, 200])
  const renewed = await tokenCookie(page)
  expect(renewed?.tokens.refreshToken).not.toBe(before?.tokens.refreshToken)

  // Ended elsewhere, on another device: the next renewal finds out.
  const ended = await page.request.get(`${url()}/presence/api/v1/auth/logout`, {
    headers: { 'X-Tenant': 'fretwork', Authorization: `Bearer ${renewed?.tokens.jwt}` },
  })
  expect(ended.ok()).toBe(true)
  await context.clock.fastForward('30:00')
  await expect(page).toHaveURL(/\/login\?return=%2Ffretboard$/)
  await expect(second).toHaveURL(/\/login\?return=%2Fplugins%3Ffrom%3Dtest$/)
  await expect.poll(() => tokenCookie(page)).toBeUndefined()

  await tryToLogIn(second, DEMO.password)
  await expect(second).toHaveURL(/\/plugins\?from=test$/)
  // The tab that waits at the log-in goes on, too.
  await expect(page).toHaveURL(/\/fretboard$/)

  await runCommand(page, 'log out')
  await expect(second).toHaveURL(/\/login/)
})
