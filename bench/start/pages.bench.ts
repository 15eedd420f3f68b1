// First visit to /login and /fretboard on a slow phone: time until the page is usable, and layout shifts.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { withoutSync } from '../../e2e/support/device.js'
import { logIn } from '../../e2e/support/log-in.js'
import { startProduct } from '../../e2e/support/product.js'
import { median, reportFigure } from '../support/harness.js'

const ROUNDS = 5
const SLOWER = 4
/** Chrome's "Fast 3G" preset: 1.6 Mbit/s down, 750 kbit/s up, 562.5 ms round trip. */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}
/** Idle time after which the page counts as usable, ms. */
const QUIET_MS = 1000

interface PageUnderTest {
  readonly path: string
  readonly loggedIn: boolean
  readonly ready: string
  /** Maximum time until the page is usable, ms. */
  readonly limit: number
}

const PAGES: readonly PageUnderTest[] = [
  { path: '/login', loggedIn: false, ready: 'input[type=password]', limit: 4500 },
  { path: '/fretboard', loggedIn: true, ready: '[data-neck-position]', limit: 6000 },
]

declare global {
  /** End of the last long task, ms. Set by `watch`. */
  var busyUntil: number
}

/** Runs in the page before its own code. Finds tasks of more than 50 ms, which would delay a response to input. */
function watch(): void {
  globalThis.busyUntil = 0
  const observer = new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries())
      globalThis.busyUntil = Math.max(globalThis.busyUntil, startTime + duration)
  })
  observer.observe({ type: 'longtask', buffered: true })
}

async function slowed(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', FAST_3G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return tools
}

/** Returns the time until a page is usable, ms, with an empty cache and no service worker. */
async function visit(context: BrowserContext, url: string, { path, ready }: PageUnderTest): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  // Open streams would prevent the network from becoming idle.
  await withoutSync(page)
  await slowed(page)
  await page.goto(`${url}${path}`, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  const there = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(quiet => performance.now() - globalThis.busyUntil > quiet, QUIET_MS, {
    timeout: 60_000,
  })
  const busyUntil = await page.evaluate(() => globalThis.busyUntil)
  await page.close()
  // Long tasks that ended earlier are already included in this time.
  return Math.max(there, busyUntil)
}

async function visits(browser: Browser, url: string, under: PageUnderTest): Promise<readonly number[]> {
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      reducedMotion: 'no-preference',
      // A first visit has no service worker.
      serviceWorkers: 'block',
    })
    if (under.loggedIn) await takeSession(context, browser, url)
    all.push(await visit(context, url, under))
    await context.close()
  }
  return all
}

/** Logs in through a different context so that the login code is not cached for this visit. */
async function takeSession(context: BrowserContext, browser: Browser, url: string): Promise<void> {
  const other = await browser.newContext({ serviceWorkers: 'block' })
  await logIn(await other.newPage(), url)
  const cookies = await other.cookies()
  await other.close()
  await context.addCookies(cookies)
}

const product = await startProduct()
const browser = await launchChromium()
try {
  for (const under of PAGES) {
    const times = await visits(browser, product.url, under)
    const name = `time until usable of ${under.path}, ${SLOWER}× CPU, fast 3G`
    reportFigure(name, median(times), `≤ ${under.limit} ms`)
  }
} finally {
  await browser.close()
  await product.stop()
}
