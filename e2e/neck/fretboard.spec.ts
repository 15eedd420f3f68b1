import type { Page } from '@playwright/test'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const place = (page: Page, name: string) => page.locator(`[data-neck-position="${name}"]`)
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-neck-position'))

test.describe('on one page', () => {
  const opened = sharedNeck()

  test('is one stop of the Tab key, moved through by arrows and used by Enter', async () => {
    const page = opened()
    await expect(page.locator('[data-neck-position][tabindex="0"]')).toHaveCount(1)
    const neck = page.getByRole('group', { name: 'Guitar neck' })
    await neck.locator('[tabindex="0"]').focus()
    expect(await focused(page)).toBe('6:0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('5:3')
    await expect(place(page, '5:3')).toHaveAccessibleName('String 5, fret 3, C3, root')
    await page.keyboard.press('Enter')
    await expect(place(page, '5:3')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBeNull()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('5:3')
    await expect(page.locator('[data-neck-position][tabindex="0"]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })
})
