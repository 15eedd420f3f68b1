// Time from a key press to the frame with its results in a palette with 5,000 commands, compared with the
// library's own search.
import { join } from 'node:path'
import type { Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { startProduct } from '../../e2e/support/product.js'
import { hashOf, packageFiles, scratchFolder } from '../../tests/server/plugins/web-host.js'
import { printQuantiles, quantile, ROOT, reportFigure, reportRatio } from '../support/harness.js'
import { QUERIES, titles } from './titles.js'
import { clearField, typeAndTime, watchPalette } from './typing.js'

const ROUNDS = 2
/** Time until results are stable, ms. kbar waits 100 ms before it searches. */
const SETTLED_MS = { ours: 150, peer: 300 }
const LIMIT_MS = 16
const LIMIT_RATIO = 0.2

/** Flags for measuring only the work, without waiting for the next frame. */
const NO_BEAT = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const folder = scratchFolder()
const commands = titles().map((title, index) => ({ id: `command-${index}`, title }))
const files = packageFiles({ id: 'many', title: 'Many commands', commands })
const manifest = join(folder.write(files, 'many'), 'plugin.json')
const list = folder.write({ 'plugins.json': JSON.stringify([{ manifest, integrity: hashOf(files) }]) })

async function buildPeer(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: 'bench/palette/peer.tsx', formats: ['iife'], name: 'peer' } },
  })) as Rolldown.RolldownOutput[]
  return built?.output[0].code ?? ''
}

const product = await startProduct({ FRETWORK_PLUGINS: join(list, 'plugins.json') })
const browser = await launchChromium(NO_BEAT)
try {
  const profile = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }
  const context = await browser.newContext({ ...profile, serviceWorkers: 'block' })
  const [ours, peer] = [await context.newPage(), await context.newPage()]
  await logIn(ours, product.url)
  await ours.getByRole('button', { name: 'Search commands' }).click()
  await ours.getByRole('option').first().waitFor()
  await peer.setContent('<!doctype html><html lang="en"><title>Peer</title></html>')
  await peer.addScriptTag({ content: await buildPeer() })
  await peer.getByRole('option').first().waitFor()

  const pagesOf = { ours, peer }
  const times = { ours: [] as number[], peer: [] as number[] }
  for (const page of Object.values(pagesOf)) await watchPalette(page)
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const query of QUERIES) {
      for (const [name, page] of Object.entries(pagesOf) as [keyof typeof pagesOf, Page][]) {
        await page.bringToFront()
        const took = await typeAndTime(page, query, SETTLED_MS[name])
        await clearField(page, SETTLED_MS[name])
        // The first rounds are a warm-up.
        if (round >= 0) times[name].push(...took)
      }
    }
  }
  for (const [name, took] of Object.entries(times)) printQuantiles(`${name}, ${took.length} letters`, took)
  const [figure, theirs] = [quantile(times.ours, 0.95), quantile(times.peer, 0.95)]
  reportFigure('5,000 commands, key press → results painted, p95', figure, `≤ ${LIMIT_MS} ms`)
  reportRatio(
    "5,000 commands, key press → results painted, p95 : kbar's own search",
    [figure, theirs],
    'ms',
    `≤ ${LIMIT_RATIO}×`,
  )
} finally {
  await browser.close()
  await product.stop()
  folder.remove()
}
