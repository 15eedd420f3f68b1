/** Another device of a user: a browser with separate storage. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { withoutFirstSteps } from './neck.js'

/** @param open what it shows first @param prepare what it has before that */
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

/** A device whose user has switched the sync off. */
export async function withoutSync(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    // A page of nothing, which every tab begins with, has no storage, nor have frames of plugins.
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.fretworkSync ??= '{"version":"1","on":false,"device":""}'
  })
}
