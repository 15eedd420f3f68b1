// Opening the application without a connection, with sync on, against the same device with sync off.
import type { Browser } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { withoutFirstSteps } from '../../e2e/support/neck.js'
import { startProduct } from '../../e2e/support/product.js'
import { withoutSync } from '../../e2e/support/sync.js'
import { median, reportRatio } from '../support/harness.js'

const ROUNDS = 9

/** Milliseconds from the reload until the neck is there. */
async function offlineStarts(browser: Browser, url: string, isSynced: boolean): Promise<number[]> {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  await withoutFirstSteps(context)
  if (!isSynced) await withoutSync(context)
  const page = await context.newPage()
  await logIn(page, url)
  const note = page.locator('[data-string]').first()
  await note.waitFor({ state: 'attached' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // All files are in the cache once the worker controls a page that was loaded by it.
  await page.reload()
  await note.waitFor({ state: 'attached' })
  await context.setOffline(true)
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await page.reload()
    await note.waitFor({ state: 'attached' })
    ms.push(performance.now() - began)
  }
  await context.close()
  return ms
}

const product = await startProduct()
const browser = await launchChromium()
try {
  const without = await offlineStarts(browser, product.url, false)
  const synced = await offlineStarts(browser, product.url, true)
  reportRatio({
    ...{ name: 'opening the application offline, with sync against without', unit: 'ms', limit: 1.05 },
    ...{ figure: median(synced), peer: median(without) },
  })
} finally {
  await browser.close()
  await product.stop()
}
