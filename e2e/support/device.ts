/** Opens another device for a user: a browser context with separate storage. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { withoutFirstSteps } from './neck.js'

/** @param open opens the first page @param prepare runs on the page before it is opened */
export async function device(
  browser: Browser,
  open: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext()
  await withoutFirstSteps(context)
  const page = await context.newPage()
  await prepare?.(page)
  await open(page)
  return [context, page]
}

/** Turns off sync on every page that `page` opens. */
export async function withoutSync(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    // A tab's initial blank page and plugin frames have no storage.
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.fretworkSync ??= '{"version":"1","on":false,"device":""}'
  })
}
