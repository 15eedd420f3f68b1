// Checks one screen of each type with axe in both color schemes, and for content wider than a phone. `npm run
// screens` checks every screen and state.
import { findingsInBothSchemes } from '../support/accessible.js'
import { play, withMidi } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

const PRIVATE = ['/songs', '/account/settings', '/fretboard']

test('one screen of each type has no axe violations and fits the width of a phone', async ({
  page,
  baseURL,
  openPath,
}) => {
  await withMidi(page)
  const check = async () => {
    expect(await findingsInBothSchemes(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 360)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.goto(`${baseURL}/login`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await check()
  for (const path of PRIVATE) {
    await openPath(page, path, DEMO.email)
    await page.getByRole('main').waitFor()
    if (path === '/fretboard') {
      await play(page, [0x90, 48, 100], [0x90, 52, 100], [0x90, 55, 100])
      await expect(page.locator('[data-chord]')).toHaveText('C')
    }
    await check()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  expect(await findingsInBothSchemes(page)).toEqual([])
})
