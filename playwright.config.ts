// End-to-end tests of the built product in Chromium. The product is started once per run.
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './e2e/support/browser.js'
import { findChromium } from './scripts/lib/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: false,
  // One more than the number of processors, because tests spend a third of their time waiting for timers and
  // responses.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  retries: 0,
  // Generous, for machines several times slower than a laptop.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    colorScheme: 'light',
    // Each test starts with an empty browser, so a service worker would download the whole app each time. It
    // would also answer requests that a test intercepts. Only e2e/app/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Recording traces makes tests a third slower. `npx playwright test <file> --trace on` records one file.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Video recording needs Playwright's own ffmpeg, which a system browser does not include.
    video: 'off',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: 'chromium', use: { viewport: { width: 1440, height: 900 } } }],
})
