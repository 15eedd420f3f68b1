import type { Page } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { expect, test } from '../support/test.js'

async function findInPalette(page: Page, words: string) {
  const field = page.getByRole('combobox', { name: 'Search commands' })
  // One that is still being closed would take the keys to close it once more.
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await field.fill(words)
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

test('a plugin that is switched off is gone from palette and pages until it is on again, with all that needs it', {
  tag: '@soak',
}, async ({ page, openNeck }) => {
  await withMidi(page)
  await openNeck(page)
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await openPlugins(page)
  await press(page, 'Songs')
  const songs = page.getByRole('dialog', { name: 'Disable “Songs”?' })
  await expect(songs).toContainText('Recording')
  await songs.getByRole('button', { name: 'Disable' }).click()
  await expect(page.locator('#plugin-library')).toContainText('Disabled by you.')
  await expect(await findInPalette(page, 'open a midi file')).not.toContainText(['Open a song file'])
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(switchOf(page, 'Songs')).not.toBeChecked()
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await press(page, 'Songs')
  await expect(page.locator('#plugin-library')).toContainText('Active')
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect((await findInPalette(page, 'open a midi file')).first()).toContainText('Open a song file')
  await page.keyboard.press('Escape')

  await openPlugins(page)
  await press(page, 'MIDI devices')
  const question = page.getByRole('dialog', { name: 'Disable “MIDI devices”?' })
  await expect(question).toContainText('Fretboard')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.locator('#plugin-fretboard')).toContainText('Requires “MIDI devices”, which is disabled.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('#plugin-fretboard')).toContainText('Active')
  await page.getByRole('link', { name: 'Fretboard', exact: true }).click()
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})
