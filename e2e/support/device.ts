/** Another device of a user: a browser that shares nothing with the others. */
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
