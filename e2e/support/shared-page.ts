// Page shared by several tests. Opening a page takes longer than most tests.
import type { Page } from '@playwright/test'
import { withoutSync } from './device.js'
import { withMidi } from './midi.js'
import { withoutFirstSteps } from './neck.js'
import { test } from './test.js'

/**
 * Opens a page with a guitar before the first test of a `describe`. Each test must leave the page unchanged.
 * Menus are closed and sent messages cleared after each test. After a failure, later tests get a new page.
 * @param email user to log in; by default the admin, who has no plan
 */
export function sharedPage(path: string, email?: string): () => Page {
  let page: Page | undefined
  test.beforeAll(async ({ browser, openPath, openNeck }) => {
    page = await browser.newPage()
    await withoutFirstSteps(page)
    await withoutSync(page)
    await withMidi(page)
    if (path === '/fretboard') await openNeck(page, email)
    else await openPath(page, path, email)
  })
  test.afterEach(async () => {
    await page?.keyboard.press('Escape')
    await page?.evaluate(() => {
      globalThis.fakeWebMidi.sent.length = 0
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
  })
  test.afterAll(() => page?.close())
  return () => {
    if (!page) throw new Error('sharedPage() opens its page before the first test.')
    return page
  }
}

export const sharedNeck = (email?: string) => sharedPage('/fretboard', email)
