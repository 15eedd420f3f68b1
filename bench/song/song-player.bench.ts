// Timing accuracy of the song player over a minute, in a visible and a hidden tab, compared with a chain of
// timers.
import type { Browser, Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { SYNTH } from '../../e2e/support/midi.js'
import { type Product, startProduct } from '../../e2e/support/product.js'
import { openFile, tool } from '../../e2e/support/songs.js'
import { openNeck } from '../neck/live-neck.js'
import { quantile, reportFigure, reportRatio } from '../support/harness.js'

const SECONDS = 60
/** Loop length, ms: two bars, so that loop boundaries are included. */
const LOOP_MS = 4000
const STEP_MS = 125
const FIRST_PITCH = 40
const NOTES = LOOP_MS / STEP_MS

/** The limit is low because the baseline's delays accumulate. */
const LIMIT_RATIO = 0.1

interface Played {
  readonly ours: readonly Stroke[]
  readonly peer: readonly Stroke[]
  readonly end: number
}

interface Stroke {
  readonly index: number
  /** Time on the page's clock, ms. */
  readonly at: number
}

function loopSong(): object {
  const notes = Array.from({ length: NOTES }, (_, index) => ({
    midi: FIRST_PITCH + index,
    time: (index * STEP_MS) / 1000,
    duration: 0.1,
  }))
  return { header: { name: 'Loop' }, tracks: [{ notes }] }
}

async function openSong(page: Page, song: object): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(song))
  await openFile(page, { name: 'song.json', mimeType: 'application/json', buffer })
  await tool(page, 'Play the song').waitFor()
}

async function pageWithOutput(product: Product, browser: Browser, throttled: boolean): Promise<Page> {
  const page = await openNeck(browser, product, { outputs: [SYNTH] }, throttled ? withThrottling : undefined)
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  return page
}

function playForAMinute(page: Page): Promise<Played> {
  return page.evaluate(
    async ({ seconds, stepMs, notes, firstPitch, port }) => {
      const ours: { index: number; at: number }[] = []
      const peer: { index: number; at: number }[] = []
      const { sent } = globalThis.fakeWebMidi
      sent.push = (...all) => {
        for (const { portId, bytes, at } of all) {
          // A late message sounds when it is sent.
          const sounds = Math.max(at, performance.now())
          if (portId === port && bytes[0] === 0x90)
            ours.push({ index: (bytes[1] ?? 0) - firstPitch, at: sounds })
        }
        return ours.length
      }
      const button = document.querySelector('[aria-label="Play the song"]')
      button?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      let step = 0
      const next = () => {
        peer.push({ index: step % notes, at: performance.now() })
        step += 1
        setTimeout(next, stepMs)
      }
      next()
      // Use a worker's timer, because a hidden page's timers would be late.
      const code = `setTimeout(() => postMessage(0), ${seconds * 1000})`
      const worker = new Worker(URL.createObjectURL(new Blob([code])))
      await new Promise(resolve => worker.addEventListener('message', resolve))
      worker.terminate()
      return { ours, peer, end: performance.now() }
    },
    { seconds: SECONDS, stepMs: STEP_MS, notes: NOTES, firstPitch: FIRST_PITCH, port: SYNTH.id },
  )
}

interface Errors {
  readonly late: readonly number[]
  readonly drift: number
  readonly missing: number
}

/**
 * Returns deviations from a clock that starts with the first stroke, and their drift. Missing strokes count
 * as late until the end.
 */
function errorsOf(strokes: readonly Stroke[], end: number): Errors {
  const first = strokes[0]?.at ?? Number.NaN
  const late = strokes.map(({ at }, count) => at - first - count * STEP_MS)
  for (let due = first + late.length * STEP_MS; due < end; due += STEP_MS) late.push(end - due)
  const tenth = Math.max(1, Math.floor(late.length / 10))
  const mean = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0) / values.length
  const drift = mean(late.slice(-tenth)) - mean(late.slice(0, tenth))
  const missing = strokes.filter(({ index }, count) => index !== count % NOTES).length
  return { late, drift, missing }
}

function report(where: string, { ours, peer, end }: Played): void {
  const mine = errorsOf(ours, end)
  const theirs = errorsOf(peer, end)
  const absolute = (values: readonly number[]) => values.map(Math.abs)
  reportRatio(
    `song player, ${where}: off the beat, p99 : chain of setTimeout`,
    [quantile(absolute(mine.late), 0.99), quantile(absolute(theirs.late), 0.99)],
    'ms',
    `≤ ${LIMIT_RATIO}×`,
  )
  reportRatio(
    `song player, ${where}: drift in ${SECONDS} s : chain of setTimeout`,
    [Math.abs(mine.drift), Math.abs(theirs.drift)],
    'ms',
    `≤ ${LIMIT_RATIO}×`,
  )
  reportFigure(
    `song player, ${where}: notes out of order at ${Math.floor((SECONDS * 1000) / LOOP_MS)} seams`,
    mine.missing,
    '≤ 0',
  )
}

const product = await startProduct()
const browser = await launchChromium()
try {
  for (const where of ['visible', 'hidden'] as const) {
    const page = await pageWithOutput(product, browser, where === 'hidden')
    await openSong(page, loopSong())
    await tool(page, 'Loop on or off').click()
    await page.getByRole('slider', { name: 'End of the loop' }).press('ArrowRight')
    await tool(page, 'Loop on or off').getByText('Bars 1–2').waitFor()
    if (where === 'hidden') await hide(page)
    report(where, await playForAMinute(page))
    await page.context().close()
  }
} finally {
  await browser.close()
  await product.stop()
}

/**
 * Makes `hide` throttle timers to one per minute, as Chromium does after five hidden minutes. Headless
 * Chromium never hides a page. Applies to every page that `page` opens.
 */
async function withThrottling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    const throttled = (run: () => void, ms?: number) =>
      setTimer(() => (document.visibilityState === 'hidden' ? setTimer(run, 60_000) : run()), ms)
    Object.assign(window, { setTimeout: throttled })
  })
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
