// The `test` function for all end-to-end tests, with the started product as base URL.
import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { withoutSync } from './device.js'
import { withoutFirstSteps } from './neck.js'
import { DEMO } from './product.js'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Whether sync is on. Off by default, so that a test's songs do not appear in the next test. */
  readonly synced: boolean
  /**
   * Opens the fretboard with a logged-in user in a new session.
   * @param email user to log in; by default the admin, who has no plan
   */
  readonly openNeck: (page: Page, email?: string) => Promise<void>
  /** Opens an application path like `openNeck`, and resolves once the session has been refreshed. */
  readonly openPath: (page: Page, path: string, email?: string) => Promise<void>
}

/** Logs in with a request, which is faster than the form. */
async function giveSession(page: Page, url: string, email: string): Promise<void> {
  const answer = await page.request.post(`${url}/presence/api/v1/auth/login`, {
    headers: { 'x-tenant': 'fretwork' },
    data: { email, password: DEMO.password },
  })
  const { jwt, refreshToken } = await answer.json()
  const value = encodeURIComponent(JSON.stringify({ jwt, refreshToken, rememberMe: true }))
  await page.context().addCookies([{ name: 'fretwork', value, url }])
}

export const test = base.extend<Fixtures>({
  synced: [false, { option: true }],

  context: async ({ context, synced }, use) => {
    await withoutFirstSteps(context)
    if (!synced) await withoutSync(context)
    await use(context)
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  baseURL: async ({}, use) => {
    const address = process.env.FRETWORK_E2E_URL
    if (!address) throw new Error('FRETWORK_E2E_URL is not set. e2e/support/global-setup.ts sets it.')
    await use(address)
  },

  openPath: async ({ baseURL }, use) => {
    await use(async (page, path, email = DEMO.adminEmail) => {
      await giveSession(page, baseURL ?? '', email)
      // Waits for the user, which the page fetches with the refreshed token. An earlier request would send
      // the old token.
      const answered = page.waitForResponse(answer => answer.url().endsWith('/auth/user'))
      await page.goto(`${baseURL}${path}`)
      await answered
    })
  },

  openNeck: async ({ openPath }, use) => {
    await use(async (page, email) => {
      await openPath(page, '/fretboard', email)
      await expect(page.locator('[data-neck-position]').first()).toBeVisible()
    })
  },
})
