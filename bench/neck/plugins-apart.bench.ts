// Cost of sandboxed plugins: time from event to paint, without plugins and with busy plugins.
import { join } from 'node:path'
import { ID, SAYS } from '../../e2e/plugins/hostile/hostile-plugin.js'
import { launchChromium } from '../../e2e/support/browser.js'
import { type Product, startProduct } from '../../e2e/support/product.js'
import { hashOf, packageFiles, scratchFolder } from '../../tests/server/plugins/web-host.js'
import { printQuantiles, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { openNeck } from './live-neck.js'
import { playStrums } from './strums.js'

const ROUNDS = 12
const STRUMS_PER_ROUND = 14
const LIMIT = 1.1
/** Plugin that uses its limits fully: sixty layer updates per second, with CPU work in between. */
const BUSY = `
  setInterval(() => {
    const until = performance.now() + 12
    while (performance.now() < until) Math.sqrt(until)
    move()
  }, 16)`
const FLOOD = `
  setInterval(() => {
    for (let n = 0; n < 15; n++) log('x' + n)
    move()
  }, 16)`
function plugin(code: string) {
  return packageFiles(
    { id: ID, title: 'Busy' },
    {
      'drone.js': `
        export default {
          setup({ neck, log }) {
            let fret = 0
            const move = () => {
              fret = (fret + 1) % 12
              neck.mark([1, 2, 3, 4, 5, 6].map(string => ({ string, fret, look: 'outline', label: String(string) })))
            }
            move()
            ${code}
            log('${SAYS.done}')
          },
        }`,
    },
  )
}

async function openWith(code: string | undefined) {
  const folder = scratchFolder()
  const list = []
  if (code !== undefined) {
    const files = plugin(code)
    folder.write(files, 'plugin')
    list.push({ manifest: join(folder.path, 'plugin', 'plugin.json'), integrity: hashOf(files) })
  }
  folder.write({ 'plugins.json': JSON.stringify(list) })
  const product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
  const page = await openNeck(browser, product)
  if (code !== undefined) await page.locator(`[data-layer="${ID}"]`).waitFor({ state: 'attached' })
  await playStrums(page, STRUMS_PER_ROUND)
  return { page, product, folder, latencies: [] as number[], unseen: 0 }
}

type Neck = Awaited<ReturnType<typeof openWith>>

async function end({ page, product, folder }: Neck): Promise<void> {
  await page.context().close()
  await (product satisfies Product).stop()
  folder.remove()
}

async function compare(name: string, code: string): Promise<void> {
  const alone = await openWith(undefined)
  const attended = await openWith(code)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const neck of round % 2 === 0 ? [alone, attended] : [attended, alone]) {
      await neck.page.bringToFront()
      const { latencies, unseen } = await playStrums(neck.page, STRUMS_PER_ROUND)
      neck.latencies.push(...latencies)
      neck.unseen += unseen
    }
  }
  for (const [which, { latencies }] of Object.entries({ alone, attended }))
    printQuantiles(`${name}, ${which}`, latencies)
  for (const [of, q] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    reportRatio(
      `event → paint, ${of}, ${name} apart : none`,
      [quantile(attended.latencies, q), quantile(alone.latencies, q)],
      'ms',
      `≤ ${LIMIT}×`,
    )
  }
  reportFigure(`events never seen, ${name}`, attended.unseen, '≤ 0')
  for (const neck of [alone, attended]) await end(neck)
}

const browser = await launchChromium()
try {
  await compare('a busy plugin', BUSY)
  await compare('a plugin that floods', FLOOD)
} finally {
  await browser.close()
}
