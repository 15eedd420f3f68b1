import type { Page } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { strangers } from '../support/people.js'
import { expect, test } from '../support/test.js'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('someone is found, followed and unfollowed with undo; a blocked user finds no one until unblocked', async ({
  page,
  browser,
  baseURL,
  openPath,
}) => {
  const sought = `quintilla${Date.now()}`
  const [seeker, other] = await strangers(page, baseURL ?? '', ['Quintus Demo', sought])
  // The page shows a follow before the server has it.
  const followKept = () =>
    page.waitForResponse(
      answer => answer.url().endsWith(`/user/link/${other.id}`) && answer.request().method() === 'POST',
    )
  await withMidi(page)
  await openPath(page, '/people', seeker.email)
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name or handle' }).fill(sought)
  await expect(page.getByText('People found: 1')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/people\\?q=${sought}$`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible()
  const followed = followKept()
  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await followed
  await page.goBack()
  await expect(page.getByRole('button', { name: `Unfollow ${other.name}` })).toBeVisible()
  await expect(tab(page, 'Following 1')).toBeVisible()

  await tab(page, 'Following 1').click()
  await page.getByRole('button', { name: `Unfollow ${other.name}` }).click()
  await expect(page.getByText('You aren’t following anyone yet')).toBeVisible()
  const followedAgain = followKept()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
  await expect(tab(page, 'Following 1')).toBeVisible()
  await followedAgain

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
  await page.getByRole('link', { name: 'Find people' }).click()
  await expect(tab(page, 'Following 0')).toBeVisible()
  await page.getByRole('searchbox').fill(sought)
  await expect(page.getByText(`No results for “${sought}”`)).toBeVisible()

  await theirs.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(tab(theirs, 'Followers 0')).toBeVisible()
  await tab(theirs, 'Blocked 1').click()
  await theirs.getByRole('button', { name: `Unblock ${seeker.name}` }).click()
  await expect(theirs.getByText(`${seeker.name} unblocked.`)).toBeVisible()
  await context.close()

  await page.getByRole('searchbox').fill(sought.slice(0, -1))
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
})
