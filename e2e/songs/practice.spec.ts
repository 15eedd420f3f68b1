import type { Page } from '@playwright/test'
import { SYNTH } from '../support/midi.js'
import { sharedNeck } from '../support/shared-page.js'
import { openFile, songFile, tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

/** Eight bars of quarter notes at 120 BPM. */
const SCALE = {
  tracks: [
    { notes: Array.from({ length: 32 }, (_, index) => ({ midi: 60, time: index / 2, duration: 0.4 })) },
  ],
}

const loop = (page: Page) => tool(page, 'Toggle loop')

/** Opens a scale as a song. Each test uses a separate name, because settings are stored per song. */
async function openScale(page: Page, name = 'Scale'): Promise<void> {
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await openFile(page, songFile(name, { header: { name }, ...SCALE }))
  // Waits for this song because the previous one may still be open.
  await expect(transport(page).getByText(name, { exact: true })).toBeVisible()
  await expect(tool(page, 'Play the song')).toBeVisible()
  // The fingering can widen the neck, which moves everything below it.
  await expect(page.getByRole('region', { name: 'Tablature' })).toHaveAttribute('aria-busy', 'false')
  // Waits for the last button because the others could still shift.
  await expect(tool(page, 'Record along with the song')).toBeVisible()
}

test.describe('practice', () => {
  const opened = sharedNeck()

  test('dragging in the loop lane loops bars', { tag: '@soak' }, async () => {
    const page = opened()
    await openScale(page, 'Looped')
    const lane = await page.locator('[data-loop-lane]').boundingBox()
    if (!lane) throw new Error('The loop lane is not visible.')
    const middle = lane.y + lane.height / 2
    // Drags within the second of eight bars.
    await page.mouse.move(lane.x + lane.width * 0.16, middle)
    await page.mouse.down()
    await page.mouse.move(lane.x + lane.width * 0.22, middle, { steps: 3 })
    await page.mouse.up()
    await expect(loop(page)).toHaveText('Bar 2')
    await expect(loop(page)).toHaveAttribute('aria-pressed', 'true')
    // The handle is next to the loop and keeps its distance from the pointer.
    const handle = await page.getByRole('slider', { name: 'Loop end' }).boundingBox()
    if (!handle) throw new Error('The handle of the loop is not shown.')
    await page.mouse.move(handle.x + 20, middle)
    await page.mouse.down()
    await page.mouse.move(handle.x + 20 + lane.width / 4, middle, { steps: 3 })
    await page.mouse.up()
    await expect(loop(page)).toHaveText('Bars 2–4')
  })
})
