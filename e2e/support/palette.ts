import type { Page } from 'playwright'

/** Runs the first command that the palette finds for the query. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words)
  await page
    .getByRole('option')
    .filter({ hasText: new RegExp(words, 'i') })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}
