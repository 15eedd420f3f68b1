// A Guitar Pro song in a real browser: dropped on the window, tuned like it, followed in notation and tablature, looped,
// written as MusicXML and read again.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Song } from '../../src/core/music/song/song.js'
import { songDifference } from '../../src/core/music/song/song-difference.js'
import { readChecked } from '../../src/plugins/notation/reading/read-checked.js'
import { axeFindings } from '../support/accessible.js'
import { drop } from '../support/drop.js'
import { DEMO } from '../support/product.js'
import { sharedNeck } from '../support/shared-page.js'
import { tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const SONG = fileURLToPath(new URL('../../../shared/data/guitar-pro/guitarpro7/serenade.gp', import.meta.url))

const panel = (page: Page) => page.getByRole('region', { name: 'Tablature' })
const lane = (page: Page) => page.locator('[data-tablature]')
const notation = (page: Page) => page.locator('[data-notation]')
const words = (page: Page) => page.locator('[data-notation-words]')
const found = (page: Page) => expect(panel(page)).toHaveAttribute('aria-busy', 'false')
const show = (page: Page, view: string) => panel(page).getByText(view, { exact: true }).click()

async function execute(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(command)
  await expect(page.getByRole('option').first()).toContainText(command)
  await page.keyboard.press('Enter')
}

async function read(content: Uint8Array): Promise<Song> {
  return (await readChecked(content)).song as Song
}

test.describe('a Guitar Pro song', () => {
  test.skip(!existsSync(SONG), 'needs ../shared/data')
  // One song, from step to step.
  test.describe.configure({ mode: 'serial' })
  const page = sharedNeck(DEMO.email)

  test('is dropped on the window, its tuning taken, and its own positions are on the neck', async () => {
    await drop(page(), [{ name: 'serenade.gp', buffer: readFileSync(SONG) }])
    await expect(tool(page(), 'Record over the song')).toBeVisible()
    await found(page())
    await page().getByRole('button', { name: 'Use tuning' }).click()
    await found(page())
    // Its first four notes: A string (2), fret 3, then F (3), fret 2, and D (1), open and first fret.
    const frets = lane(page()).locator('[data-note]')
    await expect(frets.nth(0)).toHaveText(/^3/)
    await expect(frets.nth(0)).toHaveAttribute('data-string', '2')
    await expect(frets.nth(1)).toHaveText(/^2/)
    await expect(frets.nth(1)).toHaveAttribute('data-string', '3')
  })

  test('has other positions when they are asked for, and its own again', async () => {
    // The file goes up to fret 11 in places where the solver stays lower.
    const frets = page().getByRole('button', { name: /^Frets/ })
    await expect(frets).toHaveText('Frets 0–11')
    await execute(page(), 'Find other positions')
    await expect(frets).toHaveText('Frets 0–10')
    await found(page())
    await execute(page(), 'Use the positions in the file')
    await expect(frets).toHaveText('Frets 0–11')
  })

  test('is shown as notation, whose beats are words for those who do not see them', async () => {
    await show(page(), 'Notation')
    await expect(notation(page()).locator('svg').first()).toBeVisible()
    await notation(page()).focus()
    await page().keyboard.press('ArrowRight')
    await expect(words(page())).toHaveText('Bar 1, beat 1: C4, string 2, fret 3')
    await page().keyboard.press('PageDown')
    await expect(words(page())).toHaveText(/^Bar 2, beat 1: /)
    await page().keyboard.press('Escape')
    expect(await axeFindings(page())).toEqual([])
  })

  test('is followed by notation, whose bars are clicked to go there', async () => {
    const scrolled = () => notation(page()).evaluate(element => element.scrollLeft)
    const before = await scrolled()
    await tool(page(), 'Play the song').click()
    await expect.poll(scrolled).toBeGreaterThan(before)
    await tool(page(), 'Pause the song').click()
    // What a button does comes after its click.
    await expect(tool(page(), 'Play the song')).toBeVisible()
    await tool(page(), 'Back to the beginning of the song').click()
    await expect.poll(scrolled).toBe(0)
    await notation(page()).click({ position: { x: 600, y: 16 } })
    await expect(page().locator('[data-song-place]')).toHaveText('bar 3.1')
    await tool(page(), 'Back to the beginning of the song').click()
    await expect.poll(scrolled).toBe(0)
  })

  test('loops a bar that is dragged over', async () => {
    const box = await notation(page()).boundingBox()
    if (!box) throw new Error('The notation is not on the screen.')
    const y = box.y + box.height / 2
    await page().mouse.move(box.x + 120, y)
    await page().mouse.down()
    await page().mouse.move(box.x + 160, y, { steps: 4 })
    await page().mouse.up()
    await expect(notation(page()).locator('[data-marked-bar]')).toHaveCount(1)
    await expect(notation(page()).locator('[data-marked-bar="1"]')).toBeVisible()
    await tool(page(), 'Play the song').click()
    const place = page().locator('[data-song-place]')
    await expect(place).toHaveText('bar 1.6')
    await expect(place).toHaveText('bar 1.1')
    await tool(page(), 'Pause the song').click()
    await execute(page(), 'Clear the loop')
  })

  test('is printed as lines of music, none of them cut by a page', async () => {
    const lines = page().locator('.fw-on-paper svg')
    await page().emulateMedia({ media: 'print' })
    // The lines for paper are drawn after those on the screen.
    const begin = () => page().evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect
      .poll(async () => {
        await begin()
        return lines.count()
      })
      .toBeGreaterThan(10)
    await expect(lines.first()).toBeVisible()
    expect(
      await lines.first().evaluate(line => getComputedStyle(line.parentElement ?? line).breakInside),
    ).toBe('avoid')
    await page().evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page().emulateMedia({ media: null })
  })

  test('is written as MusicXML, which is the same song', async () => {
    const saving = page().waitForEvent('download')
    await execute(page(), 'Save the song as MusicXML')
    const download = await saving
    expect(download.suggestedFilename()).toBe('Serenade to a Dream.musicxml')
    const written = await read(await readFile(await download.path()))
    expect(songDifference(await read(readFileSync(SONG)), written)).toEqual([])
    await drop(page(), [{ name: 'again.musicxml', buffer: await readFile(await download.path()) }])
    await expect(transport(page()).getByText('Serenade to a Dream')).toBeVisible()
    await show(page(), 'Tablature')
    await found(page())
    await expect(lane(page()).locator('[data-note]').first()).toHaveAttribute('data-string', '2')
  })

  test('gives way to a tune in ABC notation', async () => {
    const tune = 'X:1\nT:Up and down\nM:4/4\nL:1/4\nK:C\n|: CDEF :|\n'
    await drop(page(), [{ name: 'tune.abc', buffer: Buffer.from(tune) }])
    await expect(transport(page()).getByText('Up and down')).toBeVisible()
    await found(page())
    await expect(lane(page()).locator('[data-note]')).toHaveCount(8)
  })
})
