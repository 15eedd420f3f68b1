// The administration in a real browser: finding a user, suspending them with undo, and what the audit log then says.
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { logIn } from '../support/log-in.js'
import { withMidi } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { register } from '../support/register.js'
import { expect, test } from '../support/test.js'

/** A user for this test only: other tests log in as the demo users at the same time. */
async function newUser(page: Page, url: string, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@people.example`
  await register(page, url, { email, password: 'a capo on the seventh fret', name })
  return email
}

async function openAdmin(page: Page) {
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
}

test('an administrator finds a user by the address, suspends them, undoes it, and the log knows', async ({
  page,
  baseURL,
}) => {
  const email = await newUser(page, baseURL ?? '', 'Wanda')
  await withMidi(page)
  await logIn(page, baseURL ?? '', DEMO.adminEmail)
  await openAdmin(page)
  await page.getByRole('searchbox', { name: 'Search by name, handle or email' }).fill(email)
  await expect(page.getByRole('status').filter({ hasText: 'Users found: 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Wanda' }).click()
  const drawer = page.getByRole('dialog', { name: 'Wanda', exact: true })
  await expect(drawer).toContainText(email)

  await drawer.getByRole('button', { name: 'Suspend' }).click()
  const question = page.getByRole('dialog', { name: 'Suspend Wanda?' })
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect(drawer.getByText('Suspended', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toBeVisible()

  await drawer.getByRole('button', { name: 'Show in audit log' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Suspension lifted')
  await expect(rows.nth(2)).toContainText('User suspended')
})

test('others are not offered the administration, and find nothing at its address', async ({
  page,
  baseURL,
}) => {
  await withMidi(page)
  await logIn(page, baseURL ?? '')
  await expect(page.getByRole('link', { name: 'Fretboard', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Administrators only' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the administration has no accessibility findings in ${colorScheme}`, async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await newUser(page, baseURL ?? '', `Paula${colorScheme}`)
    await withMidi(page)
    await logIn(page, baseURL ?? '', DEMO.adminEmail)
    await openAdmin(page)
    const findings = async () => (await axeFindings(page)).map(({ id }) => id)
    await page.getByRole('button', { name: `Paula${colorScheme}` }).waitFor()
    expect(await findings()).toEqual([])
    await page.getByRole('button', { name: `Paula${colorScheme}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).waitFor()
    expect(await findings()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog', { name: /^Suspend Paula/ }).waitFor()
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: /^Suspend Paula/ })).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByRole('table').waitFor()
    expect(await findings()).toEqual([])
  })
}
