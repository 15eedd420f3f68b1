import { withMidi } from '../support/midi.js'
import { newAccount } from '../support/register.js'
import { expect, test } from '../support/test.js'

test('an administrator finds a user by the address, suspends them, undoes it, and the log knows', async ({
  page,
  baseURL,
  openPath,
}) => {
  // Other tests log in as the demo users at the same time.
  const { email } = await newAccount(page, baseURL ?? '', {
    email: 'wanda@people.example',
    password: 'a capo on the seventh fret',
    name: 'Wanda',
  })
  await withMidi(page)
  await openPath(page, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name, handle or email' }).fill(email)
  await expect(page.getByRole('status').filter({ hasText: /^Users found: 1$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Wanda' }).click()
  const drawer = page.getByRole('dialog', { name: 'Wanda', exact: true })
  await expect(drawer).toContainText(email)

  await drawer.getByRole('button', { name: 'Suspend' }).click()
  const question = page.getByRole('dialog', { name: 'Suspend Wanda?' })
  await question.getByRole('button', { name: 'Suspend' }).waitFor()
  await question.getByRole('button', { name: 'Suspend' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // A notice under the pointer stays.
  await undo.hover()
  await expect(drawer.getByText('Suspended', { exact: true })).toBeVisible()
  await undo.click()
  await expect(drawer.getByRole('button', { name: 'Suspend' })).toBeVisible()

  await drawer.getByRole('button', { name: 'Show in audit log' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Suspension lifted')
  await expect(rows.nth(2)).toContainText('User suspended')
})
