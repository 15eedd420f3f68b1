// Helpers for the fretboard page's toolbar menus and neck.
import type { Locator, Page } from 'playwright'

/** Marks the getting-started tips as done on every page that `page` opens. */
export async function withoutFirstSteps(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    // A tab's initial blank page and plugin frames have no storage.
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.fretworkWelcome ??= '{"version":"1","done":3}'
  })
}

export async function inViewMenu(page: Page, act: (menu: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: /^(View|Ansicht)$/ }).click()
  const menu = page.getByRole('dialog', { name: /^(View|Ansicht)$/ })
  await act(menu)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
}

/** Makes clicking a position play it instead of selecting it. */
export const playOnPress = (page: Page): Promise<void> =>
  inViewMenu(page, menu => menu.getByText('Play', { exact: true }).click())

/** F♯2, which is not in C major and is shown only if all notes are shown. */
export const allNotes = (page: Page): Locator => page.locator('[data-neck-position="6:2"][data-shown]')

/** The hidden F♯2, while only notes of C major are shown. */
export const scaleNotes = (page: Page): Locator =>
  page.locator('[data-neck-position="6:2"]:not([data-shown])')
