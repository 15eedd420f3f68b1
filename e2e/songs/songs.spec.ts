import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { drop } from '../support/drop.js'
import { withMidi } from '../support/midi.js'
import { type File, greensleevesAs, tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const kept = (page: Page) => page.getByRole('list', { name: 'Library' })
const names = (page: Page) => kept(page).getByRole('link').allInnerTexts()

async function toSongs(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Songs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Songs' })).toBeVisible()
}

/** Chooses files in the file dialog, as a user does. */
async function choose(page: Page, ...files: readonly (File | string)[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await (await choosing).setFiles(files as File[])
}

test('dropped and chosen song files survive a reload and can be played on the neck or from a link', async ({
  page,
  openPath,
}) => {
  // This test covers a song's whole lifecycle with three page loads, so it is slow.
  test.slow()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await withMidi(page)
  await openPath(page, '/songs')
  await expect(page.getByText('No songs yet')).toBeVisible()

  await drop(page, [greensleevesAs('Blackbird'), greensleevesAs('Yésterday')])
  await expect.poll(() => names(page)).toEqual(['Yésterday', 'Blackbird'])
  // Opening the same file again does not add a second song.
  await drop(page, [greensleevesAs('Blackbird')])
  await drop(page, [greensleevesAs('Michelle')])
  await expect.poll(() => names(page)).toEqual(['Michelle', 'Yésterday', 'Blackbird'])

  await page.getByRole('searchbox', { name: 'Find a song' }).fill('yester')
  await expect.poll(() => names(page)).toEqual(['Yésterday'])
  await kept(page).getByRole('button', { name: 'Play Yésterday' }).click()
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(page.locator('[data-sounding]').first()).toBeVisible()

  // The song keeps playing on pages with the transport.
  await toSongs(page)
  await tool(page, 'Pause the song').click()
  await expect(tool(page, 'Play the song')).toBeVisible()
  const three = ['Michelle', 'Yésterday', 'Blackbird']
  await choose(page, greensleevesAs('One'), greensleevesAs('Two'))
  await expect.poll(() => names(page)).toEqual(['Two', 'One', ...three])
  await kept(page).getByRole('button', { name: 'Remove Two' }).click()
  // Hovering keeps the notice open.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect.poll(() => names(page)).toEqual(['One', ...three])
  // Keyboard focus stays in the list.
  await expect(
    kept(page)
      .getByRole('link', { name: 'One' })
      .or(page.getByRole('button', { name: 'Play One' }))
      .and(page.locator(':focus')),
  ).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toEqual(['Two', 'One', ...three])

  await kept(page).getByRole('link', { name: 'One' }).click()
  await expect(page).toHaveURL(/\/songs\/one$/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Uno')
  await page.getByRole('textbox', { name: 'Artist' }).fill('The Ones')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .fill('Gig')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gig', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Uno' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Uno' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Original file' }).click()
  const saved = await (await saving).path()
  expect(await readFile(saved)).toEqual(greensleevesAs('One').buffer)
  await page.getByRole('link', { name: 'All songs' }).click()
  await expect.poll(() => names(page)).toEqual(['Two', 'Uno', ...three])
  await page.locator('label').filter({ hasText: /^Gig$/ }).click()
  await expect.poll(() => names(page)).toEqual(['Uno'])
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Find a song' }).fill('ones')
  await expect.poll(() => names(page)).toEqual(['Uno'])

  await page.route(
    ({ pathname }) => pathname === '/some/song.mid',
    route => route.fulfill({ body: greensleevesAs('Linked').buffer }),
  )
  await page.goto('/fretboard?song=/some/song.mid')
  // The notice is checked first because it disappears.
  await expect(page.getByRole('button', { name: 'Add to library' })).toBeVisible()
  await expect(transport(page).getByText('Linked', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/fretboard$/)
  expect(errors).toEqual([])
})
