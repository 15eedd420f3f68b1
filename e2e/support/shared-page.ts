// One page for several tests: opening it takes longer than most of them.
import type { Page } from '@playwright/test'
import { withoutSync } from './device.js'
import { withMidi } from './midi.js'
import { withoutFirstSteps } from './neck.js'
import { test } from './test.js'

/**
 * To be called in a `describe`. Opens the page with a guitar before its first test. Each test leaves the page as it
 * found it; open menus are closed and what was sent is forgotten for it. After a failure, later tests get a new page.
 * @param email the admin's unless given, who is on no plan
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
