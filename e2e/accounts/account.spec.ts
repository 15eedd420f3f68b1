import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { codeAt, stepAt } from '../../server/auth/second-factor/totp.js'
import { fromBase32 } from '../../tests/server/auth/second-factor/factor-world.js'
import { withMidi } from '../support/midi.js'
import { newAccount } from '../support/register.js'
import { expect, test } from '../support/test.js'

const AUTH = '/presence/api/v1/auth'
const headers = { 'x-tenant': 'fretwork' }
const PASSWORD = 'a capo on the ninth fret'

interface Account {
  readonly email: string
  readonly password: string
}

const newUser = (page: Page, url: string, name: string): Promise<Account> =>
  newAccount(page, url, { email: `${name.toLowerCase()}@account.example`, password: PASSWORD, name })

async function enter(page: Page, url: string, { email }: Account, path: string): Promise<void> {
  await withMidi(page)
  await firstStep(page, url, email, path)
  await page.waitForURL(`**${path}`)
}

function picture(): Buffer {
  const png = new PNG({ width: 400, height: 300 })
  for (let at = 0; at < png.data.length; at++) png.data[at] = at % 4 === 3 ? 255 : (at * 7) % 200
  return PNG.sync.write(png)
}

const notice = (page: Page, text: string) => page.getByText(text, { exact: true })

test('a user can add a profile picture, sees invalid fields and keeps unsaved changes', async ({
  page,
  baseURL,
}) => {
  const account = await newUser(page, baseURL ?? '', 'Petra')
  await enter(page, baseURL ?? '', account, '/account/profile')
  const preview = page.getByRole('region', { name: 'How others see you' })
  await expect(preview).toContainText('Petra')
  await expect(preview).toContainText('your private profile')

  const file = { name: 'me.png', mimeType: 'image/png', buffer: picture() }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(preview.locator('img')).toBeVisible()
  const menu = page.getByRole('button', { name: /’s account$/ })
  await expect(menu.locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // The pointer keeps the notice open until the new token without the picture arrives.
  await undo.hover()
  await expect(preview.locator('img')).toHaveCount(0)
  await expect(menu.locator('img')).toHaveCount(0)
  await undo.click()
  await expect(preview.locator('img')).toBeVisible()
  // Moves the pointer away from the notices, which would otherwise stay open.
  await page.mouse.move(0, 0)

  const handle = page.getByRole('textbox', { name: 'Handle' })
  await handle.fill('p!')
  await page.getByRole('textbox', { name: 'About you' }).fill('Fingerstyle, mostly at night.')
  await expect(page.getByText('Use 3 to 30 lowercase letters, digits and underscores.')).toBeVisible()
  await handle.fill('petra_plays')
  await page.getByRole('switch', { name: 'Public profile' }).click()
  await expect(preview).toContainText('Fingerstyle, mostly at night.')
  await expect(preview).not.toContainText('your private profile')

  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Keyboard shortcuts' })
    .click()
  await expect(page.getByText('Your profile has unsaved changes.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to profile' }).click()
  await expect(handle).toHaveValue('petra_plays')
  await page.getByRole('textbox', { name: 'Name' }).fill('Petra Plays')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(notice(page, 'Profile saved.')).toBeVisible()
  // Waits for the new name, because reloading during the token refresh would send a used token.
  await expect(page.getByRole('button', { name: 'Petra Plays’s account' })).toBeVisible()
  await page.reload()
  await expect(handle).toHaveValue('petra_plays')
  await expect(preview).toContainText('Petra Plays')
  await expect(preview.locator('img')).toBeVisible()
  await expect(menu.locator('img')).toBeVisible()
})

test('a user can choose a plan and pay for it on the test page, and it takes effect immediately', async ({
  page,
  baseURL,
}) => {
  const account = await newUser(page, baseURL ?? '', 'Paul')
  await enter(page, baseURL ?? '', account, '/account/subscription?need=positions')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan).toContainText('Free')
  await expect(page.getByRole('article', { name: 'Pro' })).toContainText('Includes this feature')
  await expect(page.getByRole('article', { name: 'Basic' })).toContainText('€4.00 per month')

  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await page.waitForURL('**/dev/checkout/**')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/\/account\/subscription\?checkout=paid$/)
  await expect(notice(page, 'Your plan has been updated. You can now use its features.')).toBeVisible()
  await expect(plan).toContainText('Pro')
  await expect(plan).toContainText('Renews on')
  await expect(page.getByRole('link', { name: 'Manage payments' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Pro' })).toHaveCount(0)
})

test('a user can end sessions, change the password, export data and delete the account', async ({
  page,
  baseURL,
}) => {
  const account = await newUser(page, baseURL ?? '', 'Pia')
  const data = { email: account.email, password: account.password }
  await page.request.post(`${baseURL}${AUTH}/login`, { headers, data })
  await enter(page, baseURL ?? '', account, '/account/security')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This session')).toHaveCount(1)

  // Account actions are also available in the palette.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('end other sessions')
  await page.keyboard.press('Enter')
  const endOthers = page.getByRole('button', { name: 'End all other sessions' })
  await expect(endOthers).toBeFocused()
  await endOthers.click()
  await page.getByRole('button', { name: 'End sessions' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  const password = page.getByRole('region', { name: 'Password' })
  await password.getByLabel('Current password').fill(account.password)
  await password.getByLabel('New password').fill('the moon over the fretboard')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(notice(page, 'Password changed. Your other sessions have ended.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const rows = file
    .trimEnd()
    .split('\n')
    .map(row => JSON.parse(row))
  expect(rows.find(({ table }) => table === 'account').row).toMatchObject({
    email: account.email,
    name: 'Pia',
  })
  expect(rows.at(-1)).toEqual({ complete: true })

  await page.getByRole('button', { name: 'Delete account…' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' })
  await deletion.getByRole('button', { name: 'Delete permanently' }).waitFor()
  await deletion.getByLabel('Type your email address to confirm').fill(account.email)
  await deletion.getByLabel('Current password').fill('the moon over the fretboard')
  await deletion.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL('**/login**')
  const again = { email: account.email, password: 'the moon over the fretboard' }
  expect((await page.request.post(`${baseURL}${AUTH}/login`, { headers, data: again })).status()).toBe(401)
})

/** Browsers reject passkeys for an IP address. */
const atLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost')

async function firstStep(page: Page, url: string, email: string, path = '/account/security'): Promise<void> {
  await page.goto(`${url}/login?return=${encodeURIComponent(path)}`)
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

test('after setting up an authenticator app, the next login requires its code or a recovery code', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await withMidi(page)
  const { email } = await newUser(page, url, 'Tom')
  await firstStep(page, url, email)
  await card(page).getByRole('button', { name: 'Set up app' }).click()
  await card(page).getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = fromBase32((await card(page).locator('code').innerText()).replaceAll(' ', ''))
  const step = stepAt(Date.now())
  await card(page).getByLabel('Code from the app').fill(codeAt(secret, step))
  await page.keyboard.press('Enter')
  const codes = card(page).getByRole('note').locator('code')
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
  // The server also accepts the next code. On a busy machine, even that code may have expired.
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

test('a passkey can be added, used after the password and removed', { tag: '@soak' }, async ({
  page,
  baseURL,
}) => {
  const url = atLocalhost(baseURL ?? '')
  await withMidi(page)
  const { email } = await newUser(page, url, 'Pam')
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
  await card(page).getByLabel('Passkey name').fill('My laptop')
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
