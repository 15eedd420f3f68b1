// The page of settings in a real browser: what is set stays, what does not fit is refused, and a reset can be undone.
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { withMidi } from '../support/midi.js'
import { expect, test } from '../support/test.js'

const octaveOffset = (page: Page) => page.getByRole('textbox', { name: 'Octave offset' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** By the navigation, as a person goes there: the session is handed on, and must not be refreshed again. */
async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

test('a changed setting is in force at once and survives a reload', async ({ page, openNeck }) => {
  await withMidi(page)
  await openNeck(page)
  await openSettings(page)
  await octaveOffset(page).fill('2')
  await octaveOffset(page).press('Tab')
  await page.getByRole('combobox', { name: 'Tuning' }).click()
  await page.getByRole('option', { name: 'Drop D', exact: true }).click()
  await page.getByRole('switch', { name: 'Left-handed neck' }).click()
  await page.reload()
  await expect(octaveOffset(page)).toHaveValue('2')
  await expect(page.getByRole('combobox', { name: 'Tuning' })).toHaveValue('Drop D')
  await expect(page.getByRole('switch', { name: 'Left-handed neck' })).toBeChecked()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Fretboard' }).click()
  await expect(page.getByRole('combobox', { name: 'Tuning' })).toHaveValue(/^Drop D/)
})

test('a value that does not fit is refused at its field', async ({ page, openNeck }) => {
  await withMidi(page)
  await openNeck(page)
  await openSettings(page)
  await octaveOffset(page).fill('-')
  await octaveOffset(page).press('Enter')
  await expect(octaveOffset(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(octaveOffset(page)).toHaveAccessibleDescription('A whole number from -10 to 10 is needed.')
  expect(await axeFindings(page)).toEqual([])
  await octaveOffset(page).press('Escape')
  await expect(octaveOffset(page)).toHaveValue('0')
})

test('a section goes back to its defaults, and from there back again', async ({ page, openNeck }) => {
  await withMidi(page)
  await openNeck(page)
  await openSettings(page)
  await octaveOffset(page).fill('-1')
  await octaveOffset(page).press('Enter')
  const channel = page.getByRole('combobox', { name: 'Channel', exact: true })
  await channel.click()
  await page.getByRole('option', { name: '16' }).click()
  await card(page, 'MIDI').getByRole('button', { name: 'Reset MIDI' }).click()
  await expect(octaveOffset(page)).toHaveValue('0')
  await expect(channel).toHaveValue('1')
  await page.keyboard.press('Enter')
  await expect(octaveOffset(page)).toHaveValue('-1')
  await expect(channel).toHaveValue('16')
})

test('a command of the palette changes a setting, and another one resets them', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await openSettings(page)
  const run = async (search: string, title: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands' }).fill(search)
    await page.getByRole('option', { name: title }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await run('midi octave offset', 'MIDI: Octave offset')
  const question = page.getByRole('combobox', { name: 'Octave offset' })
  await question.fill('3')
  await page.getByRole('option', { name: '3' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect(octaveOffset(page)).toHaveValue('3')
  await run('reset the settings midi', 'Reset the settings: MIDI')
  await expect(octaveOffset(page)).toHaveValue('0')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(octaveOffset(page)).toHaveValue('3')
})

test('language and colour scheme are chosen by name, and a link leads to a section', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await openSettings(page)
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await page.getByRole('link', { name: 'Griffbrett' }).last().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Griffbrett' })).toBeFocused()
})
