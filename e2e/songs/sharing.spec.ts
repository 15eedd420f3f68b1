import type { Page } from '@playwright/test'
import { drop } from '../support/drop.js'
import { withoutFirstSteps } from '../support/neck.js'
import { type Account, befriended } from '../support/people.js'
import { greensleevesAs, tool, transport } from '../support/songs.js'
import { heardNow, withEar } from '../support/sound.js'
import { expect, test } from '../support/test.js'

test.use({ synced: true })
test.describe.configure({ mode: 'serial' })

let owner: Account
let friend: Account
let helper: Page
let mine: Page
let theirs: Page
let link: string

test.beforeAll(async ({ browser, openPath, baseURL }) => {
  helper = await browser.newPage()
  ;[owner, friend] = await befriended(helper, baseURL ?? '', ['Olga Owner', 'Fred Friend'])
  for (const each of [owner, friend]) {
    const page = await (await browser.newContext()).newPage()
    await withoutFirstSteps(page)
    await openPath(page, '/songs', each.email)
    if (each === owner) mine = page
    else theirs = page
  }
})
test.afterAll(async () => {
  await mine.context().close()
  await theirs.context().close()
  await helper.close()
})

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

test('a user can copy a shared song and sees when the original has changed', async () => {
  await drop(mine, [greensleevesAs('Blackbird'), greensleevesAs('Yesterday')])
  await expect(mine.getByRole('list', { name: 'Library' }).getByRole('link')).toHaveCount(2)
  await go(mine, 'Shared')
  await mine.getByRole('combobox', { name: 'Share something' }).click()
  await mine.getByRole('option', { name: 'Blackbird' }).click()
  await expect(mine.getByRole('heading', { level: 1, name: 'Blackbird' })).toBeVisible()
  await mine.getByRole('combobox', { name: 'People' }).click()
  await mine.getByRole('option', { name: /Fred Friend/ }).click()
  await mine.keyboard.press('Escape')
  await mine.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(mine.getByRole('button', { name: 'Stop sharing' })).toBeVisible()

  await go(theirs, 'Shared')
  await theirs.getByRole('list', { name: 'Shared with you' }).getByRole('link', { name: 'Blackbird' }).click()
  await expect(theirs.getByText('by Olga Owner')).toBeVisible()
  await theirs.getByRole('button', { name: 'Copy to my library' }).click()
  await expect(theirs.getByText(/^“Blackbird” copied/)).toBeVisible()
  await theirs.getByRole('button', { name: 'Open Blackbird' }).click()
  await expect(theirs.getByRole('region', { name: 'Transport' }).getByText('Blackbird')).toBeVisible()
  await go(theirs, 'Songs')
  await expect(theirs.getByRole('list', { name: 'Library' }).getByRole('link')).toHaveText([
    'Blackbird (Olga Owner)',
  ])

  await go(mine, 'Songs')
  await mine.getByRole('list', { name: 'Library' }).getByRole('link', { name: 'Blackbird' }).click()
  await mine.getByRole('textbox', { name: 'Title' }).fill('Blackbird, slowly')
  // Waits for the request because the sync status could still show the state before the change.
  const sent = mine.waitForResponse(
    answer => answer.url().endsWith('/library/changes') && answer.request().method() === 'POST',
  )
  await mine.getByRole('button', { name: 'Save details' }).click()
  expect((await sent).ok()).toBe(true)
  await go(theirs, 'Shared')
  const row = theirs.getByRole('listitem').filter({ hasText: 'Blackbird, slowly' })
  await expect(row.getByText('Original has changed')).toBeVisible()
  await row.getByRole('link').first().click()
  await theirs.getByRole('button', { name: 'Copy again' }).click()
  await expect(theirs.getByText(/^The original has changed since/)).toBeHidden()
  await go(theirs, 'Songs')
  await expect(theirs.getByRole('list', { name: 'Library' }).getByRole('link')).toHaveText([
    'Blackbird, slowly (Olga Owner)',
  ])
})

test('a setlist shared with everyone appears on the profile and in the feed', async () => {
  await go(mine, 'Setlists')
  await mine.getByRole('textbox', { name: 'New setlist' }).fill('Friday')
  await mine.getByRole('button', { name: 'Add' }).click()
  for (const name of ['Yesterday', 'Blackbird, slowly']) {
    await mine.getByRole('combobox', { name: 'Add a song' }).fill(name)
    await mine.getByRole('option', { name }).click()
    await expect(mine.getByRole('list', { name: 'Songs' }).getByText(name)).toBeVisible()
  }
  await mine.getByRole('button', { name: 'Move Blackbird, slowly up' }).click()
  await expect(mine.getByRole('list', { name: 'Songs' }).getByRole('listitem').first()).toContainText(
    'Blackbird',
  )
  await mine.getByRole('heading', { level: 1 }).hover()
  await expect(mine.getByRole('tooltip')).toHaveCount(0)
  await go(mine, 'Share')
  await mine.getByRole('radio', { name: 'Everyone, on your profile' }).check()
  await mine.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(mine.getByRole('button', { name: 'Stop sharing' })).toBeVisible()

  await go(theirs, 'People')
  await theirs.getByRole('tab', { name: /^Following/ }).click()
  await theirs.getByRole('list', { name: 'Shared with you' }).getByRole('link', { name: 'Friday' }).click()
  await expect(theirs.getByRole('list', { name: 'Songs' }).getByRole('listitem')).toContainText([
    'Blackbird, slowly',
    'Yesterday',
  ])
  await go(theirs, 'by Olga Owner')
  await expect(
    theirs.getByRole('list', { name: 'Shared' }).getByRole('link', { name: 'Friday' }),
  ).toBeVisible()
})

test('a shared link plays audibly without an account until it is revoked', async ({ browser }) => {
  await mine.getByRole('button', { name: 'Create link' }).click()
  link = await mine.getByRole('textbox', { name: 'New link' }).inputValue()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const visitor = await browser.newPage(phone)
  await withEar(visitor)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Friday' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Open Yesterday' }).tap()
  await expect(transport(visitor).getByText('Yesterday')).toBeVisible()
  await expect(visitor.locator('[data-tablature]')).toBeVisible()
  await tool(visitor, 'Play the song').tap()
  await expect.poll(() => heardNow(visitor)).toBeGreaterThan(0.01)
  await expect(visitor.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    /^\/register\?return=%2Flink/,
  )
  await tool(visitor, 'Tools').tap()
  await expect(visitor.getByRole('dialog').getByRole('button', { name: 'Toggle loop' })).toBeVisible()
  expect(await visitor.evaluate(() => Object.keys(localStorage))).toEqual([])
  await mine.getByRole('button', { name: 'Revoke' }).click()
  await expect(mine.getByRole('button', { name: 'Revoke' })).toBeHidden()
  await visitor.goto(link)
  await expect(visitor.getByRole('alert')).toContainText(
    'This isn’t shared with you, or is no longer available.',
  )
  await visitor.close()
})

test('a report reaches the administrators, and blocking a user hides their shares', async ({
  openPath,
  page,
}) => {
  await go(theirs, 'Shared')
  await theirs.getByRole('link', { name: 'Blackbird, slowly' }).click()
  await theirs.getByRole('button', { name: 'Report this' }).click()
  await theirs.getByRole('combobox', { name: 'Why are you reporting this?' }).click()
  await theirs.getByRole('option', { name: /someone else’s work/ }).click()
  await theirs.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(theirs.getByText('Thanks. An administrator will review your report.')).toBeVisible()
  await openPath(page, '/admin')
  await page.getByRole('tab', { name: 'Reports' }).click()
  const report = page.getByRole('article', { name: 'Blackbird, slowly' })
  await expect(report.getByText(/^Reported by Fred Friend/)).toBeVisible()
  await report.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByText('No open reports.')).toBeVisible()

  await owner.call('POST', `user/block/${friend.id}/1`)
  await go(theirs, 'Shared')
  await expect(theirs.getByText('Nothing yet. Items shared by people you follow appear here.')).toBeVisible()
})
