// Time from a scale or tuning change to its paint, with everything shown (24 frets, 8 strings, all labels).
import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { startProduct } from '../../e2e/support/product.js'
import { printQuantiles, quantile, reportRatio, shown } from '../support/harness.js'
import { devTools } from './live-neck.js'
import { changeAndTime, neckStates, openComponent, openFullNeck } from './neck-pages.js'

/** Number of rounds. Variants alternate in each, so that other load affects all of them equally. */
const ROUNDS = 10
const CHANGES_PER_ROUND = 12
const LIMIT = 1.5

const states = neckStates(80)
const [first] = states
if (!first) throw new Error('There is no state to begin with.')

/** Flags for measuring only the work, without waiting for the next frame. */
const NO_BEAT = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const product = await startProduct()
const browser = await launchChromium(NO_BEAT)
try {
  const pages: Readonly<Record<'ours' | 'component', Page>> = {
    ours: await openFullNeck(browser, product, first),
    component: await openComponent(browser, product),
  }
  const names = Object.keys(pages) as (keyof typeof pages)[]
  const round = async (name: keyof typeof pages, index: number) => {
    await pages[name].bringToFront()
    const from = 1 + ((index * CHANGES_PER_ROUND) % (states.length - CHANGES_PER_ROUND))
    return changeAndTime(pages[name], states.slice(from, from + CHANGES_PER_ROUND), name === 'ours')
  }
  // Warm-up.
  for (const name of names) for (let index = 0; index < 3; index += 1) await round(name, index)
  for (const slowDown of [1, 4]) {
    for (const page of Object.values(pages))
      await (await devTools(page)).send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    const times = { ours: [] as number[], component: [] as number[] }
    for (let index = 0; index < ROUNDS; index += 1) {
      for (const name of index % 2 === 0 ? names : names.toReversed())
        times[name].push(...(await round(name, index)))
    }
    for (const name of names) printQuantiles(`${slowDown}× ${name}`, times[name])
    const figure = quantile(times.ours, 0.95)
    // The component draws only a disc and one text per position.
    const component = quantile(times.component, 0.95)
    if (slowDown === 1) {
      process.stdout.write(`  1× p95 : @moonwave99/fretboard.js, ratio ${shown(figure / component)}\n`)
      continue
    }
    reportRatio(
      `whole neck changed → paint, p95, ${slowDown}× CPU : @moonwave99/fretboard.js`,
      [figure, component],
      'ms',
      `≤ ${LIMIT}×`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
}
