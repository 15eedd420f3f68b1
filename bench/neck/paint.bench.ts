// Time from a MIDI message to the frame that shows it, compared with a bare page that lights the same number
// of nodes.
import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { startProduct } from '../../e2e/support/product.js'
import { printQuantiles, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { devTools, eventsInLog, openBarePage, openNeck } from './live-neck.js'
import { playStrums } from './strums.js'

const NOTES = 1000
/** Number of rounds. Pages alternate in each, so that other load affects both equally. */
const ROUNDS = 12
const STRUMS_PER_ROUND = Math.ceil(NOTES / 6 / ROUNDS)
const EVENTS_PER_STRUM = 12
const LIMIT = 1.25

interface Samples {
  readonly page: Page
  readonly latencies: number[]
  unseen: number
}

async function round(samples: Samples, count: number): Promise<void> {
  await samples.page.bringToFront()
  const { latencies, unseen } = await playStrums(samples.page, count)
  samples.latencies.push(...latencies)
  samples.unseen += unseen
}

async function measure(neck: Page, bare: Page, slowDown: number): Promise<void> {
  for (const page of [neck, bare])
    await (await devTools(page)).send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const ours: Samples = { page: neck, latencies: [], unseen: 0 }
  const peer: Samples = { page: bare, latencies: [], unseen: 0 }
  for (let index = 0; index < ROUNDS; index += 1) {
    for (const samples of index % 2 === 0 ? [ours, peer] : [peer, ours])
      await round(samples, STRUMS_PER_ROUND)
  }
  for (const [name, { latencies }] of Object.entries({ ours, peer }))
    printQuantiles(`${slowDown}× ${name}`, latencies)
  reportRatio(
    `event → paint, p95, ${slowDown}× CPU : bare page`,
    [quantile(ours.latencies, 0.95), quantile(peer.latencies, 0.95)],
    'ms',
    `≤ ${LIMIT}×`,
  )
  reportFigure(`events never seen, ${slowDown}× CPU`, ours.unseen, '≤ 0')
}

const product = await startProduct()
const browser = await launchChromium()
try {
  const neck = await openNeck(browser, product)
  const bare = await openBarePage(browser, product)
  // Warm-up.
  for (const page of [neck, bare]) await playStrums(page, STRUMS_PER_ROUND)
  for (const slowDown of [1, 4]) await measure(neck, bare, slowDown)
  await (await devTools(neck)).send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const sent = (1 + 2 * ROUNDS) * STRUMS_PER_ROUND * EVENTS_PER_STRUM
  reportFigure('strummed events lost before the log', sent - (await eventsInLog(neck)), '≤ 0')
} finally {
  await browser.close()
  await product.stop()
}
