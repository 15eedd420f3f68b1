import type { Page } from '@playwright/test'
import { codeAt, stepAt } from '../../server/auth/second-factor/totp.js'
import { fromBase32 } from '../../tests/server/auth/second-factor/factor-world.js'
import { withMidi } from '../support/midi.js'
import { newAccount } from '../support/register.js'
import { expect, test } from '../support/test.js'

const PASSWORD = 'a capo on the ninth fret'

/** Passkeys need a host name: no browser has them for 127.0.0.1. */
const atLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost')

async function newUser(page: Page, url: string, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@two-step.example`
  await newAccount(page, url, { email, password: PASSWORD, name })
  return email
}

async function firstStep(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login?return=%2Faccount%2Fsecurity`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page, url: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${url}/login`)
}

const card = (page: Page) => page.getByRole('region', { name: 'Two-step login' })
const oneMoreStep = (page: Page) => page.getByRole('heading', { name: 'One more step' })

test('an authenticator app is set up, asked for at the next login, and replaced by a recovery code', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await withMidi(page)
  const email = await newUser(page, url, 'Tom')
  await firstStep(page, url, email)
  await card(page).getByRole('button', { name: 'Set up app' }).click()
  await card(page).getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = fromBase32((await card(page).locator('code').innerText()).replaceAll(' ', ''))
  const step = stepAt(Date.now())
  await card(page).getByLabel('Code from the app').fill(codeAt(secret, step))
  await page.keyboard.press('Enter')
  const codes = card(page).getByRole('alert').locator('code')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allInnerTexts()
  await card(page).getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(card(page)).toContainText('10 left')

  await logOut(page, url)
  await firstStep(page, url, email)
  await expect(oneMoreStep(page)).toBeVisible()
  const field = page.getByLabel('Code from your authenticator app')
  await expect(field).toBeFocused()
  await field.fill(codeAt(secret, step))
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or was already used. Enter the next one.')).toBeVisible()
  // The server accepts the code of the next half minute, too; on a busy machine that one may have gone by.
  await field.fill(codeAt(secret, Math.max(step + 1, stepAt(Date.now()))))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/security')

  await logOut(page, url)
  await firstStep(page, url, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/security')
  await expect(card(page)).toContainText('9 left')
})

test('a passkey is added, logs in after the password, and is removed', { tag: '@soak' }, async ({
  page,
  baseURL,
}) => {
  const url = atLocalhost(baseURL ?? '')
  await withMidi(page)
  const email = await newUser(page, url, 'Pia')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await firstStep(page, url, email)
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await card(page).getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await card(page).getByLabel('Name of the passkey').fill('My laptop')
  await card(page).getByRole('button', { name: 'Create passkey' }).click()
  await card(page).getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(card(page)).toContainText('My laptop')

  await logOut(page, url)
  await firstStep(page, url, email)
  await expect(oneMoreStep(page)).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/account/security')
  await expect(card(page)).toContainText(/last used/)

  await card(page).getByRole('button', { name: 'Remove passkey My laptop' }).click()
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).click()
  await expect(card(page)).not.toContainText('My laptop')
  await logOut(page, url)
  await firstStep(page, url, email)
  await page.waitForURL('**/account/security')
})
