// Runs every hostile plugin in the built product. No attack may succeed, and the page must keep working while
// each plugin is stopped.
import { hostilePlugins } from '../../e2e/plugins/hostile/all.js'
import { hostileStage } from '../../e2e/plugins/hostile/stage.js'
import { launchChromium } from '../../e2e/support/browser.js'
import { median, reportFigure } from '../support/harness.js'

const STOPPED_MS = 1000
/** Plugins without a time limit: the heap limit stops them when their memory grows. */
const UNTIMED = ['memory-slowly', 'loop-in-event']
/** Heap limit below the machine's memory. */
const SMALL_HEAP = '--js-flags=--max-old-space-size=512'

const words = process.argv.slice(2)
const chosen = hostilePlugins.filter(({ name }) => words.length === 0 || words.includes(name))
const browser = await launchChromium([SMALL_HEAP])
const stage = await hostileStage(() => browser)
const stops: number[] = []
const lights: number[] = []
let through = 0
try {
  for (const plugin of chosen) {
    const { holes, stoppedMs, lightMs, gapMs } = await stage.meet(plugin)
    const times = [
      stoppedMs === undefined ? '' : `stopped after ${stoppedMs} ms`,
      lightMs === undefined ? '' : `light after ${lightMs} ms`,
      `longest gap ${gapMs} ms`,
    ]
    process.stdout.write(`  ${plugin.name}: ${times.filter(Boolean).join(', ')}\n`)
    for (const hole of holes) process.stdout.write(`    GOT THROUGH: ${hole.slice(0, 300)}\n`)
    if (holes.length > 0) through += 1
    if (stoppedMs !== undefined && !UNTIMED.includes(plugin.name)) stops.push(stoppedMs)
    if (lightMs !== undefined) lights.push(lightMs)
  }
  reportFigure('hostile plugins that got through', through, '≤ 0')
  if (stops.length > 0) reportFigure('loop or flood → stopped, median', median(stops), `≤ ${STOPPED_MS} ms`)
  if (lights.length > 0) reportFigure('note → light under attack, median', median(lights), '≤ 500 ms')
} finally {
  await browser.close()
  await stage.end()
}
