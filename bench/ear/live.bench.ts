// Processor time of the ear in the built app, with a simulated microphone and without drawing the neck.

import { join } from 'node:path'
import type { CDPSession } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { hearing, record } from '../../e2e/support/guitar.js'
import { logIn } from '../../e2e/support/log-in.js'
import { runCommand } from '../../e2e/support/palette.js'
import { ROOT, reportFigure } from '../support/harness.js'
import { serveApp } from '../support/serve-app.js'

const SECONDS = 30
/** DevTools slow down only the main thread, so the measured time is multiplied. */
const SLOWER = 4
const pause = (seconds: number) => new Promise(resolve => setTimeout(resolve, 1000 * seconds))

/** @returns share of one core that all browser processes use, % */
async function load(tools: CDPSession): Promise<number> {
  const used = async () => {
    const { processInfo } = await tools.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const before = await used()
  await pause(SECONDS)
  return (100 * ((await used()) - before)) / SECONDS
}

const notes = Array.from({ length: 40 }, (_, index) => ({
  at: 0.25 * index,
  until: 0.25 * index + 0.24,
  pitch: 40 + ((7 * index) % 36),
}))
await record('bench', notes, 10)
const served = await serveApp(join(ROOT, 'dist/app'))
const browser = await launchChromium(hearing('bench').args)
try {
  const page = await browser.newPage()
  await logIn(page, served.url)
  await page.goto(`${served.url}/songs`)
  await page.getByRole('heading', { name: 'Songs' }).first().waitFor()
  const tools = await browser.newBrowserCDPSession()
  await pause(5)
  const quiet = await load(tools)
  await runCommand(page, 'Listen to my guitar')
  await pause(5)
  const listening = await load(tools)
  reportFigure('listening, share of a core × 4', SLOWER * (listening - quiet), '≤ 15 %')
} finally {
  await browser.close()
  await served.close()
}
