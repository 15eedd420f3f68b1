import type { Page } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { strangers } from '../support/people.js'
import { expect, test } from '../support/test.js'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('someone is found and followed, and no longer found once they block the seeker', async ({
  page,
  browser,
  baseURL,
  openPath,
}) => {
  const sought = `quintilla${Date.now()}`
  const [seeker, other] = await strangers(page, baseURL ?? '', ['Quintus Demo', sought])
  await withMidi(page)
  await openPath(page, '/people', seeker.email)
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name or handle' }).fill(sought)
  await expect(page.getByText('1 person found')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/people\\?q=${sought}$`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible()
  // The page shows a follow before the server has it.
  const followed = page.waitForResponse(
    answer => answer.url().endsWith(`/user/link/${other.id}`) && answer.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await followed
  await page.goBack()
  await expect(page.getByRole('button', { name: `Unfollow ${other.name}` })).toBeVisible()
  await expect(tab(page, 'Following 1')).toBeVisible()

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const theirs = await context.newPage()
  await withMidi(theirs)
  await openPath(theirs, '/people?tab=followers', other.email)
  await theirs.getByRole('link', { name: seeker.name }).click()
  await theirs.getByRole('button', { name: 'Block' }).waitFor()
  await theirs.getByRole('button', { name: 'Block' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Block' }).waitFor()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(theirs.getByText(`${seeker.name} blocked.`)).toBeVisible()

  await page.goto(`/people/${other.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Not found or not public' })).toBeVisible()
  await context.close()
})
