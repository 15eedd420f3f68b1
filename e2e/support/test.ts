// The `test` of every end-to-end test: its base address is the product that the run has started.
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { logIn } from './log-in.js'
import { DEMO } from './product.js'

export { expect } from '@playwright/test'

/**
 * A refresh that is under way has changed the token at the server, and not yet here: whoever takes the older one over
 * for longer than the server forgives is logged out.
 */
async function refreshed(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate(() => navigator.locks?.request('fretwork.refresh', () => undefined))
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

interface Fixtures {
  /**
   * Opens the fretboard with a user who is logged in. The log-in form is limited to a few tries a minute, so
   * the tests of one worker hand one session on, as it is after its latest refresh.
   */
  readonly openNeck: (page: Page) => Promise<void>
}

export const test = base.extend<Fixtures, { readonly session: { cookies: Cookies } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern
  baseURL: async ({}, use) => {
    const address = process.env.FRETWORK_E2E_URL
    if (!address) throw new Error('FRETWORK_E2E_URL is not set: e2e/support/global-setup.ts sets it.')
    await use(address)
  },

  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern
    async ({}, use) => {
      await use({ cookies: [] })
    },
    { scope: 'worker' },
  ],

  openNeck: async ({ baseURL, session }, use) => {
    const opened: Page[] = []
    await use(async page => {
      opened.push(page)
      if (session.cookies.length > 0) {
        await page.context().addCookies(session.cookies)
        // With the session the page asks for a new token; what leaves before it has it ends the session.
        const answered = page.waitForResponse(answer => answer.url().endsWith('/auth/refresh'))
        await page.goto(`${baseURL}/fretboard`)
        await answered
      } else {
        await logIn(page, baseURL ?? '', DEMO.adminEmail)
      }
      await expect(page.locator('[data-place]').first()).toBeVisible()
      session.cookies = await page.context().cookies()
    })
    for (const page of opened) {
      if (page.isClosed()) continue
      await refreshed(page)
      session.cookies = await page.context().cookies()
    }
  },
})
