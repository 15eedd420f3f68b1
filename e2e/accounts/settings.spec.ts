import type { Page } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { expect, test } from '../support/test.js'

const octaveOffset = (page: Page) => page.getByRole('textbox', { name: 'Octave offset' })
test('a changed setting is in force at once and survives a reload', async ({ page, openPath }) => {
  await withMidi(page)
  await openPath(page, '/account/settings')
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
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Tuning' })).toHaveValue(/^Drop D/)

  await navigation.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radiogroup', { name: 'Color scheme' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await page.getByRole('link', { name: 'Griffbrett', exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Griffbrett', exact: true })).toBeFocused()
})
