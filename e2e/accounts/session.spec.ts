// The life of a session in a real browser: in, onward, back after a reload, out; and all that can go wrong with it.
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { logIn } from '../support/log-in.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

const url = () => process.env.FRETWORK_E2E_URL ?? ''

async function tokenCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'fretwork')
  return cookie && { cookie, tokens: JSON.parse(decodeURIComponent(cookie.value)) }
}

async function writeTokens(page: Page, tokens: unknown) {
  const value = typeof tokens === 'string' ? tokens : JSON.stringify(tokens)
  await page.context().addCookies([{ name: 'fretwork', value: encodeURIComponent(value), url: url() }])
}

async function tryToLogIn(page: Page, password: string) {
  await page.getByLabel('Email address').fill(DEMO.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('logs in, reaches the fretboard, is still there after a reload, and logs out from the palette', async ({
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

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('log out')
  await expect(page.getByRole('option').first()).toContainText('Log out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  expect(await tokenCookie(page)).toBeUndefined()
  expect(errors).toEqual([])
})

test('leads back to where the log-in was asked for, and nowhere else', async ({ page }) => {
  await page.goto(`${url()}/fretboard?from=test`)
  await expect(page).toHaveURL(/\/login\?return=%2Ffretboard%3Ffrom%3Dtest$/)
  await tryToLogIn(page, DEMO.password)
  await expect(page).toHaveURL(/\/fretboard\?from=test$/)
})

test('does not follow a return path to another site', async ({ page }) => {
  await page.goto(`${url()}/login?return=//evil.example`)
  await tryToLogIn(page, DEMO.password)
  await expect(page).toHaveURL(new RegExp(`^${url()}/fretboard$`))
})

test('says so when the password is wrong, and keeps the address that was typed', async ({ page }) => {
  await page.goto(`${url()}/login`)
  await tryToLogIn(page, 'not the password')
  await expect(page.getByRole('alert')).toContainText('Wrong email address or password')
  await expect(page.getByLabel('Email address')).toHaveValue(DEMO.email)
})

test('says so when the backend is gone, and logs in once it is back', async ({ page }) => {
  await page.goto(`${url()}/login`)
  await page.route('**/presence/**', route => route.abort('connectionrefused'))
  await tryToLogIn(page, DEMO.password)
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server')
  await page.unroute('**/presence/**')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('shows the log-in even where the tenant cannot be learnt', async ({ page }) => {
  await page.route('**/tenant.json', route => route.abort('connectionrefused'))
  await page.goto(url())
  await expect(page.getByRole('heading', { name: 'Log in to Fretwork' })).toBeVisible()
})

test('says so when the tenant is unknown to the server', async ({ page }) => {
  await page.route('**/tenant.json', route =>
    route.fulfill({
      json: { key: 'nowhere', name: 'Nowhere', accent: '#336699', languages: ['en'], providers: [] },
    }),
  )
  await page.goto(`${url()}/login`)
  await expect(page.getByRole('heading', { name: 'Log in to Nowhere' })).toBeVisible()
  await tryToLogIn(page, DEMO.password)
  await expect(page.getByRole('alert')).toContainText('no site at this address')
})

test('replaces an access token that is no longer good without asking the user', async ({ page }) => {
  await logIn(page, url())
  const stored = await tokenCookie(page)
  await writeTokens(page, { ...stored?.tokens, jwt: 'long.since.expired' })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
  await expect.poll(async () => (await tokenCookie(page))?.tokens.jwt).not.toBe('long.since.expired')
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('goes to the log-in with the way back when the session can no longer be refreshed', async ({ page }) => {
  await logIn(page, url())
  const stored = await tokenCookie(page)
  await writeTokens(page, { ...stored?.tokens, jwt: 'x', refreshToken: 'a token the server never gave' })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?return=%2Ffretboard$/)
  await expect(page.getByText('Log in to continue.')).toBeVisible()
  expect(await tokenCookie(page)).toBeUndefined()
})

test('logs out the other tabs too', async ({ page, context }) => {
  await logIn(page, url())
  const second = await context.newPage()
  await second.goto(`${url()}/fretboard`)
  await expect(second.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('log out')
  await page.keyboard.press('Enter')
  await expect(second).toHaveURL(/\/login/)
})

test('one of two tabs renews the tokens for both, every half an hour; who is logged out comes back to where they were', async ({
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
  const before = await tokenCookie(page)

  await context.clock.fastForward('30:00')
  await expect.poll(() => refreshes).toEqual([200, 200])
  const renewed = await tokenCookie(page)
  expect(renewed?.tokens.refreshToken).not.toBe(before?.tokens.refreshToken)
  // The other tab has waited for the lock, and taken what it found.
  await second.evaluate(() => navigator.locks.request('fretwork.refresh', () => undefined))
  expect(refreshes).toEqual([200, 200])

  // Ended elsewhere, on another device: the next renewal finds out.
  const ended = await page.request.get(`${url()}/presence/api/v1/auth/logout`, {
    headers: { 'X-Tenant': 'fretwork', Authorization: `Bearer ${renewed?.tokens.jwt}` },
  })
  expect(ended.ok()).toBe(true)
  await context.clock.fastForward('30:00')
  await expect(page).toHaveURL(/\/login\?return=%2Ffretboard$/)
  await expect(second).toHaveURL(/\/login\?return=%2Fplugins%3Ffrom%3Dtest$/)
  expect(await tokenCookie(page)).toBeUndefined()

  await tryToLogIn(second, DEMO.password)
  await expect(second).toHaveURL(/\/plugins\?from=test$/)
  // The tab that waits at the log-in goes on, too.
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('logs out even if the server cannot be reached, and an expired token is renewed for it first', async ({
  page,
}) => {
  await page.clock.install()
  await logIn(page, url())
  await page.getByRole('link', { name: 'Fretboard', exact: true }).waitFor()
  // Later than the token is good for; the machine has slept, and no timer has run.
  await page.clock.setSystemTime(Date.now() + 46 * 60_000)
  const calls: string[] = []
  page.on('request', request => {
    const call = /\/auth\/(refresh|logout)$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  await page.route('**/auth/logout', route => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await tokenCookie(page)).toBeUndefined()
  expect(calls).toEqual(['refresh', 'logout'])
})

test('comes up with broken JSON in every storage key, and keeps what was there', async ({ page }) => {
  await logIn(page, url())
  const before = await tokenCookie(page)
  // Whatever the application has stored so far, and what it would store.
  const keys = await page.evaluate(() => {
    const known = [
      'fretworkLayout',
      'fretworkLanguage',
      'fretworkMidi',
      'fretworkFretboard',
      'fretworkCommandUses',
    ]
    const all = [...new Set([...Object.keys(localStorage), ...known, 'fretwork.tenant'])]
    for (const key of all) localStorage.setItem(key, '{"half": ')
    return all
  })
  expect(keys.length).toBeGreaterThan(4)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('fretworkLayout.broken'))).toBe('{"half": ')
  await expect(page.getByText('could not be read; defaults are used').first()).toBeVisible()

  // The tokens are renewed at the start, and would be written over what is written here.
  const refreshToken = async () => (await tokenCookie(page))?.tokens.refreshToken
  await expect.poll(refreshToken).not.toBe(before?.tokens.refreshToken)
  await writeTokens(page, '{"jwt": ')
  await page.goto(`${url()}/login`)
  await expect(page.getByRole('heading', { name: 'Log in to Fretwork' })).toBeVisible()
})

test('keeps the application alive when the code of a screen cannot be loaded, and loads it on another try', async ({
  page,
}) => {
  await page.goto(`${url()}/login`)
  await page.getByLabel('Email address').waitFor()
  await page.route('**/assets/fretboard-page-*.js', route => route.abort('connectionreset'))
  await tryToLogIn(page, DEMO.password)
  await expect(page.getByText('Something went wrong').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await page.unroute('**/assets/fretboard-page-*.js')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
})

test('shows a page of its own for an address that leads nowhere, and leaves for the content page', async ({
  page,
}) => {
  await page.goto(`${url()}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'No note at this fret' })).toBeVisible()
  await page.goto(`${url()}/cms`)
  await expect(page).toHaveURL(/\/cms\/$/)
})

test('runs what was typed, however quickly Enter follows', async ({ page }) => {
  await logIn(page, url())
  for (const [typed, scheme] of [
    ['dark colour', 'dark'],
    ['light colour', 'light'],
    ['dark colour', 'dark'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    // Text and Enter within one task: no frame, and no rendering, in between.
    await page.getByRole('combobox', { name: 'Search commands' }).evaluate((field, text) => {
      const input = field as HTMLInputElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }, typed)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await expect(page).toHaveURL(/\/fretboard$/)
})

test('types into the palette what was typed while it was still on its way', async ({ page }) => {
  await logIn(page, url())
  await page.getByRole('link', { name: 'Fretboard', exact: true }).waitFor()
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/assets\/palette-[\w-]{8}\.js$/, route => held.then(() => route.continue()))
  await page.reload()
  await page.getByRole('button', { name: 'Search commands' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('find peopel')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  release()
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('find peop')
  await expect(page.getByRole('option').first()).toContainText('Find people')
})

test('asks in the palette for what a command needs, and goes back on Backspace', async ({ page }) => {
  await logIn(page, url())
  await page.getByRole('combobox', { name: 'Scale' }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('choose tuning')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Tuning' }).last()).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Search commands' }).fill('choose scale')
  await page.keyboard.press('Enter')
  const palette = page.getByRole('dialog', { name: 'Search commands' })
  await palette.getByRole('combobox', { name: 'Tonic' }).fill('A')
  await page.keyboard.press('Enter')
  await palette.getByRole('combobox', { name: 'Scale' }).fill('dorian')
  await expect(page.getByRole('option').first()).toContainText('Dorian')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('fretworkFretboard') ?? '{}').scale))
    .toBe('A Dorian')
})

test('speaks German to a German browser', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${url()}/login`)
  await expect(page.getByRole('heading', { name: 'Bei Fretwork anmelden' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('dark')
  await expect(page.getByRole('option').first()).toContainText('Dunkles Farbschema')
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the log-in, the palette and the not-found page (${colorScheme})`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const path of ['/login', '/no/such/page']) {
      await page.goto(`${url()}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await axeFindings(page)).toEqual([])
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await context.close()
  })
}
