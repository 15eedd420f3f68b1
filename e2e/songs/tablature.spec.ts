import type { Locator, Page } from '@playwright/test'
import { DEMO } from '../support/product.js'
import { sharedNeck } from '../support/shared-page.js'
import { noSong, tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const panel = (page: Page) => page.getByRole('region', { name: 'Tablature' })
const lane = (page: Page) => page.locator('[data-tablature]')
const pinned = (page: Page) => lane(page).locator('[data-note][data-pinned]')

/** Waits until the fingering is found and the neck shows its frets. */
const found = (page: Page) => expect(panel(page)).toHaveAttribute('aria-busy', 'false')

async function playGreensleeves(page: Page): Promise<void> {
  await noSong(page).getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect(panel(page)).toBeVisible()
}

/** Opens the song at its beginning and waits for its fingering. */
async function atBeginning(page: Page): Promise<void> {
  if (await panel(page).isHidden()) {
    await playGreensleeves(page)
    await tool(page, 'Pause the song').click()
  }
  const place = page.locator('[data-song-place]')
  // Moves to another bar first because the lane would otherwise keep its scroll position.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(place).not.toHaveText('bar 0.6')
  await tool(page, 'Back to the beginning of the song').click()
  await expect(place).toHaveText('bar 0.6')
  await expect(lane(page).locator('[data-bar="0"]')).toBeInViewport()
  await found(page)
}

/** @param string next lower string, which the note must reach before it is released */
async function dragDown(page: Page, note: Locator, pixels: number, string: string): Promise<void> {
  const box = await note.boundingBox()
  if (!box) throw new Error('The note is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + pixels, { steps: 4 })
  await expect(note).toHaveAttribute('data-string', string)
  await page.mouse.up()
}

test.describe('tablature', () => {
  const opened = sharedNeck(DEMO.email)

  test('neck, tablature and transport are visible together on laptops and phones', async () => {
    const page = opened()
    await atBeginning(page)
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
      [360, 740],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      const edges = async (part: Locator) => {
        const box = await part.boundingBox()
        return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? Number.NaN) }
      }
      // The neck is resized a moment after the window.
      await expect(async () => {
        const neck = await edges(page.getByRole('group', { name: 'Guitar neck' }))
        const [lane, dock] = [await edges(panel(page)), await edges(transport(page))]
        expect(lane.top).toBeGreaterThan(0)
        // On a phone in landscape, neck and tablature are side by side.
        if (height > 500) expect(lane.bottom).toBeLessThan(neck.top)
        expect(Math.max(lane.bottom, neck.bottom)).toBeLessThanOrEqual(dock.top)
        expect(dock.bottom).toBeLessThanOrEqual(height)
      }).toPass()
    }

    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('dragging a note moves it to another string, and the pin survives a reload', async () => {
    const page = opened()
    await atBeginning(page)

    // A note on the first string can also be played on the second string at a higher fret.
    const high = lane(page).locator('[data-note][data-string="1"]').first()
    const index = await high.getAttribute('data-note')
    const dragged = lane(page).locator(`[data-note="${index}"]`)
    await dragDown(page, dragged, 20, '2')
    await expect(pinned(page)).toHaveCount(1)
    await expect(dragged).toHaveAttribute('data-string', '2')

    await page.reload()
    // The song reopens after the reload.
    await expect(panel(page)).toBeVisible()
    await atBeginning(page)
    await expect(pinned(page)).toHaveCount(1)
    await expect(dragged).toHaveAttribute('data-string', '2')

    await panel(page).getByRole('button', { name: 'Edit, print or export tablature' }).click()
    await page.getByRole('menuitem', { name: 'Unpin all notes' }).click()
    await expect(pinned(page)).toHaveCount(0)
  })
})
