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
const SHIFT_LIMIT = 0.02

interface Seen {
  readonly interactive: number
  readonly shift: number
}

declare global {
  /** Set by `watch`. */
  var seenByBench: { shift: number; busyUntil: number }
}

/** Runs in the page before its own code. */
function watch(): void {
  const seen = { shift: 0, busyUntil: 0 }
  globalThis.seenByBench = seen
  const each = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  each('layout-shift', entry => {
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number }
    if (!hadRecentInput) seen.shift += value
  })
  // Tasks of more than 50 ms, which would delay a response to input.
  each('longtask', entry => {
    seen.busyUntil = Math.max(seen.busyUntil, entry.startTime + entry.duration)
  })
}

async function slowed(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', FAST_3G)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return tools
}

/** Visits a page with an empty cache and no service worker. */
async function visit(context: BrowserContext, url: string, { path, ready }: PageUnderTest): Promise<Seen> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  // Open streams would prevent the network from becoming idle.
  await withoutSync(page)
  await slowed(page)
  await page.goto(`${url}${path}`, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  const there = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    quiet => performance.now() - globalThis.seenByBench.busyUntil > quiet,
    QUIET_MS,
    { timeout: 60_000 },
  )
  const { shift, busyUntil } = await page.evaluate(() => globalThis.seenByBench)
  await page.close()
  // Long tasks that ended earlier are already included in this time.
  return { shift, interactive: Math.max(there, busyUntil) }
}

async function visits(browser: Browser, url: string, under: PageUnderTest): Promise<readonly Seen[]> {
  const all: Seen[] = []
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
    const seen = await visits(browser, product.url, under)
    const of = (figure: keyof Seen) => seen.map(each => each[figure])
    const name = (figure: string) => `${figure} of ${under.path}, ${SLOWER}× CPU, fast 3G`
    reportFigure(name('time until usable'), median(of('interactive')), `≤ ${under.limit} ms`)
    reportFigure(name('layout shift'), Math.max(...of('shift')), `≤ ${SHIFT_LIMIT}`)
  }
} finally {
  await browser.close()
  await product.stop()
}
