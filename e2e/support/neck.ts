// Helpers for the fretboard page: toolbar menus, and the contents of the neck.
import type { Locator, Page } from 'playwright'

/** Marks the first steps as done on every page that `page` opens. */
export async function withoutFirstSteps(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    // A page of nothing, which every tab begins with, has no storage, nor have frames of plugins.
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

/** Makes a press of a position play it instead of selecting it. */
export const playOnPress = (page: Page): Promise<void> =>
  inViewMenu(page, menu => menu.getByText('Play', { exact: true }).click())

/** There while all notes are shown: F♯2, which is not in C major. */
export const allNotes = (page: Page): Locator => page.locator('[data-neck-position="6:2"][data-shown]')

/** There while the notes of C major alone are shown. */
export const scaleNotes = (page: Page): Locator =>
  page.locator('[data-neck-position="6:2"]:not([data-shown])')
