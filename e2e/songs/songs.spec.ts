// The songs of a device: opened by drop, dialog and address, listed, searched, removed, brought back, there offline.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { greensleeves } from '../../src/plugins/library/included/greensleeves.js'
import { axeFindings } from '../support/accessible.js'
import { drop, hover } from '../support/drop.js'
import { logIn } from '../support/log-in.js'
import { withMidi } from '../support/midi.js'
import { expect, test } from '../support/test.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILES = join(ROOT, '../shared/data/midi')

interface File {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A song of our own under another name. */
function songFile(name: string): File {
  const song = greensleeves()
  song.header.name = name
  return { name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(song)) }
}

const kept = (page: Page) => page.getByRole('list', { name: 'My songs' })
const names = (page: Page) => kept(page).getByRole('link').allInnerTexts()

async function toSongs(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Songs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Songs' })).toBeVisible()
}

/** Hands files to the dialog that opens as a user's choice does. */
async function choose(page: Page, ...files: readonly (File | string)[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await (await choosing).setFiles(files as File[])
}

async function atSongs(page: Page, openNeck: (page: Page) => Promise<void>): Promise<void> {
  await withMidi(page)
  await openNeck(page)
  await toSongs(page)
}

test('keeps several files that are dropped, finds one of them, and plays it on the neck', async ({
  page,
  openNeck,
}) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await atSongs(page, openNeck)
  await expect(page.getByText('No songs yet')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  const cut = { ...songFile('Cut'), buffer: Buffer.from('{"a') }
  await drop(page, [songFile('Blackbird'), songFile('Yésterday'), cut])
  await expect.poll(() => names(page)).toEqual(['Yésterday', 'Blackbird'])
  await expect(page.getByRole('alert')).toContainText('Cut.json was not opened')
  await expect(page.getByRole('alert')).toContainText('broken JSON')
  // Said where one looks, and not a second time.
  await expect(page.getByText('broken JSON')).toHaveCount(1)
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  // Opening the same file again adds nothing.
  await drop(page, [songFile('Blackbird')])
  await drop(page, [songFile('Michelle')])
  await expect.poll(() => names(page)).toEqual(['Michelle', 'Yésterday', 'Blackbird'])

  await page.getByRole('searchbox', { name: 'Find a song' }).fill('yester')
  await expect.poll(() => names(page)).toEqual(['Yésterday'])
  expect(await axeFindings(page)).toEqual([])
  await kept(page).getByRole('button', { name: 'Play Yésterday' }).click()
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(page.getByRole('button', { name: 'Stop the song' })).toBeVisible()
  await expect(page.locator('[data-sounding]').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('takes a file that is dropped on any page, and says so while it hovers', async ({ page, openNeck }) => {
  await atSongs(page, openNeck)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hover(page, songFile('Any position'))
  await expect(page.getByText('Drop MIDI files to open them')).toBeVisible()
  await drop(page, [songFile('Any position')], ['drop'])
  await expect(page.getByText('Drop MIDI files to open them')).toBeHidden()
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(
    page.getByRole('region', { name: 'Song' }).getByText('Any position', { exact: true }),
  ).toBeVisible()
})

test('asks for a login before a file is opened', async ({ page }) => {
  await page.goto('/login')
  // What hovers before the page listens is heard with its next move, which a person makes and this does not.
  await page.locator('input[type=email]').waitFor()
  await hover(page, songFile('Early'))
  await expect(page.getByText('Log in first, then drop the file again.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await drop(page, [songFile('Early')], ['drop'])
  await expect(page.getByText('Log in first, then drop the file again.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('removes a song, brings it back, renames it, and has all of it after a reload', async ({
  page,
  openNeck,
}) => {
  await atSongs(page, openNeck)
  await choose(page, songFile('One'), songFile('Two'))
  await expect.poll(() => names(page)).toEqual(['Two', 'One'])
  await kept(page).getByRole('button', { name: 'Remove Two' }).click()
  await expect.poll(() => names(page)).toEqual(['One'])
  // The keyboard focus stays where it was.
  await expect(
    kept(page)
      .getByRole('link', { name: 'One' })
      .or(page.getByRole('button', { name: 'Play One' }))
      .and(page.locator(':focus')),
  ).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toEqual(['Two', 'One'])

  await kept(page).getByRole('link', { name: 'One' }).click()
  await expect(page).toHaveURL(/\/songs\/one$/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Uno')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Uno' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Uno' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Original file' }).click()
  const saved = await (await saving).path()
  expect(await readFile(saved)).toEqual(songFile('One').buffer)
  await page.getByRole('link', { name: 'All songs' }).click()
  await expect.poll(() => names(page)).toEqual(['Two', 'Uno'])
})

test('keeps five songs for free: the sixth is played all the same, and it says how to keep more', async ({
  page,
  openNeck,
}) => {
  await atSongs(page, openNeck)
  await choose(page, ...['A', 'B', 'C', 'D', 'E'].map(songFile))
  await expect.poll(() => names(page)).toEqual(['E', 'D', 'C', 'B', 'A'])
  await expect(page.getByText('5 of 5 songs')).toBeVisible()
  await choose(page, songFile('F'))
  const alert = page.getByRole('alert').filter({ hasText: 'F.json was not added to your songs' })
  await expect(alert).toContainText('Your plan includes 5 songs')
  await expect(alert.getByRole('button', { name: 'See the plans' })).toBeVisible()
  expect(await names(page)).toHaveLength(5)
  await alert.getByRole('button', { name: 'Open without adding' }).click()
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(page.getByRole('region', { name: 'Song' }).getByText('F', { exact: true })).toBeVisible()
})

test('opens a song by a link, without keeping it unasked, and refuses other sites', async ({
  page,
  openNeck,
}) => {
  await atSongs(page, openNeck)
  await page.route(
    ({ pathname }) => pathname === '/some/song.mid',
    route => route.fulfill({ body: songFile('Linked').buffer }),
  )
  await page.goto('/fretboard?song=/some/song.mid')
  const song = page.getByRole('region', { name: 'Song' })
  await expect(song.getByText('Linked', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/fretboard$/)
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.goto('/songs')
  await expect.poll(() => names(page)).toEqual(['Linked'])

  await page.getByRole('textbox', { name: 'Or open from a URL' }).fill('https://elsewhere.example/a.mid')
  await page.getByRole('button', { name: 'Load' }).click()
  await expect(page.getByRole('alert')).toContainText('Songs from elsewhere.example cannot be opened here')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('textbox', { name: 'Or open from a URL' }).fill('/no/such.mid')
  await page.getByRole('button', { name: 'Load' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not load /no/such.mid')
})

test('opens a log that was exported, and says that an empty one holds nothing to play', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await page.getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect(page.locator('[data-sounding]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop the song' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the log as JSON' }).click()
  const log = await readFile(await (await downloading).path())
  await page.getByRole('button', { name: 'Close the song' }).click()
  await choose(page, { name: 'log.json', mimeType: 'application/json', buffer: log })
  await expect(page.getByRole('button', { name: 'Play the song' })).toBeVisible()
  const nothing = Buffer.from('{"tracks":[]}')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+o')
  await (await choosing).setFiles({ name: 'empty.json', mimeType: 'application/json', buffer: nothing })
  await expect(page.getByText('“empty” has no notes to play.')).toBeVisible()
})

test('opens a real file, and shows what is in it', async ({ page, openNeck }) => {
  test.skip(!existsSync(FILES), `${FILES} is missing: the songs for testing are not part of the project.`)
  await withMidi(page)
  await openNeck(page)
  await choose(page, join(FILES, 'Town.mid'))
  await expect(page.getByRole('button', { name: 'Play the song' })).toBeVisible()
  await toSongs(page)
  await kept(page).getByRole('link').first().click()
  await expect(page.getByText('From the file Town.mid')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tracks' })).toContainText('Channel')
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a song that was kept is there and can be played', async ({ page, context, baseURL }) => {
    await logIn(page, baseURL ?? '')
    await toSongs(page)
    await choose(page, songFile('Kept'))
    await expect.poll(() => names(page)).toEqual(['Kept'])
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await context.setOffline(true)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['Kept'])
    // By the worker, which comes out of the service worker's store.
    await kept(page).getByRole('button', { name: 'Play Kept' }).click()
    await expect(page.getByRole('button', { name: 'Stop the song' })).toBeVisible()
    await context.setOffline(false)
  })
})
