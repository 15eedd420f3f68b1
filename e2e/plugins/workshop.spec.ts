// The plugins page and the inspector in a real browser: switching off and on without a reload, and what lasts.
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { play, withMidi } from '../support/midi.js'
import { expect, test } from '../support/test.js'

async function findInPalette(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words)
  return page.getByRole('option')
}

async function openPlugins(page: Page) {
  const found = await findInPalette(page, 'plugins')
  await found
    .filter({ hasText: 'Go to' })
    .or(found.filter({ hasText: /^Plugins/ }))
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plugins' })).toBeVisible()
}

const switchOf = (page: Page, plugin: string) => page.getByRole('switch', { name: `Enable “${plugin}”` })

/** Switches are drawn by their labels; the checkbox itself is not to be seen. */
const press = (page: Page, plugin: string) => switchOf(page, plugin).press('Space')

/** Of a plugin that others need: it asks first. */
async function switchOff(page: Page, plugin: string): Promise<void> {
  await press(page, plugin)
  const question = page.getByRole('dialog', { name: `Disable “${plugin}”?` })
  await question.getByRole('button', { name: 'Disable' }).click()
}

test('a plugin that is switched off is gone from palette and pages until it is switched on again', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await openPlugins(page)
  await press(page, 'Songs')
  await expect(page.locator('#plugin-library')).toContainText('Disabled by you.')
  await expect(await findInPalette(page, 'open a midi file')).not.toContainText(['Open a MIDI file'])
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(switchOf(page, 'Songs')).not.toBeChecked()
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await press(page, 'Songs')
  await expect(page.locator('#plugin-library')).toContainText('Active')
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect((await findInPalette(page, 'open a midi file')).first()).toContainText('Open a MIDI file')
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})

test('what others need asks first; its screen says that there is none, and undo brings all of it back', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await openPlugins(page)
  await press(page, 'MIDI devices')
  const question = page.getByRole('dialog', { name: 'Disable “MIDI devices”?' })
  await expect(question).toContainText('Fretboard')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.locator('#plugin-fretboard')).toContainText('Requires “MIDI devices”, which is disabled.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('#plugin-fretboard')).toContainText('Active')

  await switchOff(page, 'Fretboard')
  await expect(page.locator('#plugin-fretboard')).toContainText('Disabled by you.')
  await page.goto('/fretboard')
  await expect(page.getByRole('heading', { name: 'This page is disabled' })).toBeVisible()
  await page.goto('/plugins')
  await press(page, 'Fretboard')
  await expect(switchOf(page, 'Fretboard')).toBeChecked()
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
})

test('the inspector shows what is played, keeps up with a flood, and stops at its sign', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await (await findInPalette(page, 'start inspector')).first().click()
  const sign = page.getByRole('complementary', { name: 'Inspector running' })
  await expect(sign).toBeVisible()
  const flood = Array.from({ length: 1500 }, (_, index) => [0xb0, 1, index % 128])
  await play(page, [0x90, 60, 96], ...flood, [0x80, 60, 0])
  await sign.getByRole('button', { name: 'Inspector' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByText(/older entries were removed/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter activity' }).fill('midi-io.event "kind":"note"')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('region', { name: 'Selected entry' })).toContainText('"kind": "note"')
  await sign.getByRole('button', { name: 'Stop' }).click()
  await expect(sign).toBeHidden()
})

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test(`the workshop has no accessibility fault, ${scheme}, ${width} pixels wide`, async ({
      page,
      openNeck,
    }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await withMidi(page)
      await openNeck(page)
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/plugins')
      await page.getByRole('button', { name: 'Details of “Fretboard”' }).click()
      await expect(page.getByRole('region', { name: 'Commands' })).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
      await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)

      await page.goto('/plugins/inspector')
      await page.getByRole('button', { name: 'Start inspector' }).click()
      const palette = page.getByRole('dialog', { name: 'Search commands' })
      // It listens a moment after it was asked to.
      await expect(async () => {
        await page.keyboard.press('Control+k')
        await palette.getByRole('option').first().waitFor({ timeout: 5000 })
        await page.keyboard.press('Escape')
        await expect(palette).toBeHidden()
        await expect(page.getByRole('option').first()).toBeVisible({ timeout: 1000 })
      }).toPass()
      await page.getByRole('option').first().click()
      await expect(page.getByRole('region', { name: 'Selected entry' })).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
      await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
    })
  }
}
