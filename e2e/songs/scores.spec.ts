import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { drop } from '../support/drop.js'
import { DEMO } from '../support/product.js'
import { sharedNeck } from '../support/shared-page.js'
import { tool } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const SONG = fileURLToPath(new URL('../../../shared/data/guitar-pro/guitarpro7/serenade.gp', import.meta.url))
const panel = (page: Page) => page.getByRole('region', { name: 'Tablature' })
const lane = (page: Page) => page.locator('[data-tablature]')
const notation = (page: Page) => page.locator('[data-notation]')
const words = (page: Page) => page.locator('[data-notation-words]')
const found = (page: Page) => expect(panel(page)).toHaveAttribute('aria-busy', 'false')
const show = (page: Page, view: string) => panel(page).getByText(view, { exact: true }).click()

test.describe('Guitar Pro song', () => {
  test.skip(!existsSync(SONG), 'needs ../shared/data')
  // These tests run in order because they share a song.
  test.describe.configure({ mode: 'serial' })
  const page = sharedNeck(DEMO.email)

  test('a Guitar Pro song opens in its tuning, has notation and page views, and prints without the neck', async () => {
    await drop(page(), [{ name: 'serenade.gp', buffer: readFileSync(SONG) }])
    await expect(tool(page(), 'Record along with the song')).toBeVisible()
    await found(page())
    await expect(page().getByRole('button', { name: /^This track’s tuning/ })).toBeVisible()
    // The first notes are at fret 3 of the A string, fret 2 of the F string and frets 0 and 1 of the D
    // string.
    const frets = lane(page()).locator('[data-note]')
    await expect(frets.nth(0)).toHaveText(/^3/)
    await expect(frets.nth(0)).toHaveAttribute('data-string', '2')
    await expect(frets.nth(1)).toHaveText(/^2/)
    await expect(frets.nth(1)).toHaveAttribute('data-string', '3')

    await show(page(), 'Notation')
    await expect(notation(page()).locator('svg').first()).toBeVisible()
    await notation(page()).focus()
    await page().keyboard.press('ArrowRight')
    await expect(words(page())).toHaveText('Bar 1, beat 1: C4, string 2, fret 3')
    await page().keyboard.press('ArrowDown')
    await expect(words(page())).toHaveText('Bar 1, beat 1: C4, string 3, fret 7')
    await page().keyboard.press('Control+Z')
    await expect(words(page())).toHaveText('Bar 1, beat 1: C4, string 2, fret 3')
    await page().keyboard.press('PageDown')
    await expect(words(page())).toHaveText(/^Bar 2, beat 1: /)
    await page().keyboard.press('Escape')

    await page().evaluate(() => {
      window.print = () => undefined
    })
    await page().getByRole('button', { name: 'Print tablature or notation' }).click()
    const paper = page().locator('.fw-paper')
    await page().emulateMedia({ media: 'print' })
    await expect(paper.locator('h1')).toHaveText('Serenade to a Dream')
    await expect(paper).toContainText('Tuning: D2 G2 C3 F3 A3 D4')
    await expect(paper.locator('footer').first()).toHaveText(/Page 1 of \d/)
    await expect(paper.locator('svg').first()).toBeVisible()
    await expect(page().getByRole('group', { name: 'Guitar neck' })).toBeHidden()
    await page().evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page().emulateMedia({ media: null })
    await expect(paper).toHaveCount(0)

    await page().keyboard.press('2')
    await expect(notation(page())).toHaveAttribute('data-page', 'true')
    await expect(page().getByRole('group', { name: 'Guitar neck' })).toBeHidden()
    await page().keyboard.press('1')
  })
})
