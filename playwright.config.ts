// End-to-end tests: the built product, started once, in a real Chromium.
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
  // One more than processors: tests wait for timers and answers a third of their time.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  retries: 0,
  // For machines several times slower than a laptop: a wait ends as soon as its condition holds.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    colorScheme: 'light',
    // Each test begins with an empty browser: the worker would fetch the whole application anew, and answer in
    // the place of what a test has put before the server. e2e/app/offline.spec.ts has it.
    serviceWorkers: 'block',
    // Recording every test costs them a third of their time: `npx playwright test <file> --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Playwright's recorder wants an ffmpeg of its own, which a system browser does not bring.
    video: 'off',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: 'chromium', use: { viewport: { width: 1440, height: 900 } } }],
})
