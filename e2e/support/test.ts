// The `test` of every end-to-end test: its base address is the product that the run has started.
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern
  baseURL: async ({}, use) => {
    const address = process.env.FRETWORK_E2E_URL
    if (!address) throw new Error('FRETWORK_E2E_URL is not set: e2e/support/global-setup.ts sets it.')
    await use(address)
  },
})
