// What plugins that run apart cost the page: event → paint with none, and with busy ones; and a layer of the neck and a
// MIDI filter over the channel, compared with those of a plugin in the page.
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ID, SAYS } from '../../e2e/plugins/hostile/hostile-plugin.js'
import { launchChromium } from '../../e2e/support/browser.js'
import { type Product, startProduct } from '../../e2e/support/product.js'
import { hashOf, packageFiles, scratchFolder } from '../../tests/server/plugins/web-host.js'
import { openNeck } from '../neck/live-neck.js'
import { playStrums } from '../neck/strums.js'
import { median, quantile, reportFigure, reportRatio, shown } from '../support/harness.js'

/** The pages take turns, so that whatever else the machine does falls on both. */
const ROUNDS = 12
const STRUMS_PER_ROUND = 14
/** What a plugin that runs apart may add to what a player feels. */
const LIMIT = 1.1
const UPDATES = 200
/** Of a layer: the way to the page and into its tree. */
const LIMIT_UPDATE_MS = 16

/** Works all the time, within what it may send: sixty layers a second, and the processor in between. */
const BUSY = `
  setInterval(() => {
    const until = performance.now() + 12
    while (performance.now() < until) Math.sqrt(until)
    move()
  }, 16)`
/** Is stopped for what it sends while the strums are played, or just is not. */
const FLOOD = `
  setInterval(() => {
    for (let n = 0; n < 15; n++) get(EVENTS).emit({ id: '${ID}.x' }, { n })
    move()
  }, 16)`
/** Moves its mark when it is asked to, by the condition that the bench sets. */
const LAYER = `scope.add(get(EVENTS).on(SELECTION_CHANGED, () => move()))`

/** Changes nothing, and is asked for everything. */
const FILTER = `extend(MIDI_FILTERS, { id: 'through', change: bytes => Array.from(bytes) })`
/** Of a note that waits for a filter: no player feels it. */
const LIMIT_FILTER_MS = 10

function plugin(code: string) {
  return packageFiles(
    {
      ...{ id: ID, title: 'Busy', activateOn: ['route:/fretboard'], runsIn: ['browser'] },
      ...(code === FILTER && { permissions: { 'midi-in': 'Gets what is played.' } }),
    },
    {
      'drone.js': `
        import { createStore, defineRuntime, EVENTS } from '@fretwork/sdk'
        import { NECK_LAYERS, SELECTION_CHANGED } from '@fretwork/sdk/plugins/fretboard'
        import { MIDI_FILTERS } from '@fretwork/sdk/plugins/midi-io'
        export default defineRuntime({
          activate({ get, extend, scope, log }) {
            const marks = createStore([])
            let fret = 0
            const move = () => {
              fret = (fret + 1) % 12
              marks.setState([1, 2, 3, 4, 5, 6].map(string => ({ string, fret, look: 'outline', label: String(string) })), true)
            }
            extend(NECK_LAYERS, { id: '${ID}.layer', marks })
            move()
            ${code}
            log.warn('${SAYS.done}')
          },
        })`,
    },
  )
}

type Runs = 'page' | 'apart'

/** As its user would on the page Plugins. */
const allow = (page: Page): Promise<unknown> =>
  page.addInitScript(id => {
    if (window !== window.top || !location.protocol.startsWith('http')) return
    const answers = { version: '1', allowed: { [id]: ['midi-in'] }, refused: { [id]: [] } }
    localStorage.setItem('fretworkPermissions', JSON.stringify(answers))
  }, ID)

/** A product of its own with the plugin on its list, and its neck. */
async function openWith(code: string | undefined, runs: Runs = 'apart') {
  const folder = scratchFolder()
  const list = []
  if (code !== undefined) {
    const files = plugin(code)
    folder.write(files, 'plugin')
    list.push({ manifest: join(folder.path, 'plugin', 'plugin.json'), integrity: hashOf(files), runs })
  }
  folder.write({ 'plugins.json': JSON.stringify(list) })
  const product = await startProduct({ FRETWORK_PLUGINS: join(folder.path, 'plugins.json') })
  const page = await openNeck(browser, product, {}, allow)
  if (code !== undefined) await page.locator(`[data-layer="${ID}.layer"]`).waitFor({ state: 'attached' })
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
  for (const [which, { latencies }] of Object.entries({ alone, attended })) {
    const at = [0.5, 0.9, 0.95, 0.99].map(q => shown(quantile(latencies, q)))
    process.stdout.write(`  ${name}, ${which}: p50, p90, p95, p99 ${at.join(', ')} ms\n`)
  }
  for (const [of, q] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    reportRatio({
      name: `event → paint, ${of}, ${name} apart : none`,
      figure: quantile(attended.latencies, q),
      peer: quantile(alone.latencies, q),
      unit: 'ms',
      limit: LIMIT,
    })
  }
  reportFigure({ name: `events never seen, ${name}`, figure: attended.unseen, unit: '', limit: 0 })
  for (const neck of [alone, attended]) await end(neck)
}

/** Milliseconds from a press on a position until the plugin's layer has moved. */
function updates(page: Page, count: number): Promise<number[]> {
  return page.evaluate(moveLayer, { count, selector: `[data-layer="${ID}.layer"]` })
}

/** Runs in the page; uses nothing from outside itself. */
async function moveLayer({ count, selector }: { count: number; selector: string }): Promise<number[]> {
  const layer = document.querySelector(selector)
  const position = document.querySelector('[data-neck-position="3:5"]')
  if (!layer || !position) throw new Error('There is no layer on the neck.')
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const moved = new Promise<void>(resolve => {
      const watcher = new MutationObserver(() => {
        watcher.disconnect()
        resolve()
      })
      watcher.observe(layer, { childList: true, subtree: true, attributes: true })
    })
    const began = performance.now()
    const place = { bubbles: true, cancelable: true, pointerId: 1, button: 0 }
    for (const type of ['pointerdown', 'pointerup']) position.dispatchEvent(new PointerEvent(type, place))
    position.dispatchEvent(new MouseEvent('click', place))
    await moved
    times.push(performance.now() - began)
    // The next one begins with nothing under way.
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return times
}

async function compareLayers(): Promise<void> {
  const necks = { apart: await openWith(LAYER, 'apart'), page: await openWith(LAYER, 'page') }
  const times: Record<Runs, number[]> = { apart: [], page: [] }
  for (let round = 0; round < 4; round += 1) {
    for (const runs of ['apart', 'page'] as const) {
      await necks[runs].page.bringToFront()
      times[runs].push(...(await updates(necks[runs].page, UPDATES / 4)))
    }
  }
  const [apart, inPage] = [median(times.apart), median(times.page)]
  process.stdout.write(
    `  a layer of six marks: apart ${shown(apart)} ms, in the page ${shown(inPage)} ms (${shown(apart / inPage)}×); the channel ${shown(apart - inPage)} ms\n`,
  )
  reportFigure({
    name: 'a layer through the channel, more than in the page',
    figure: apart - inPage,
    unit: 'ms',
    limit: LIMIT_UPDATE_MS,
  })
  for (const neck of Object.values(necks)) await end(neck)
}

async function compareFilters(): Promise<void> {
  const necks = { apart: await openWith(FILTER, 'apart'), page: await openWith(FILTER, 'page') }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const neck of Object.values(necks)) {
      await neck.page.bringToFront()
      const { latencies, unseen } = await playStrums(neck.page, STRUMS_PER_ROUND)
      neck.latencies.push(...latencies)
      neck.unseen += unseen
    }
  }
  for (const [name, q] of Object.entries({ p50: 0.5, p95: 0.95 })) {
    const [apart, inPage] = [quantile(necks.apart.latencies, q), quantile(necks.page.latencies, q)]
    process.stdout.write(
      `  event → paint through a MIDI filter, ${name}: apart ${shown(apart)} ms, in the page ${shown(inPage)} ms\n`,
    )
    reportFigure({
      name: `a MIDI filter through the channel, more than in the page, ${name}`,
      figure: apart - inPage,
      unit: 'ms',
      limit: LIMIT_FILTER_MS,
    })
  }
  reportFigure({ name: 'events never seen, a MIDI filter', figure: necks.apart.unseen, unit: '', limit: 0 })
  for (const neck of Object.values(necks)) await end(neck)
}

const browser = await launchChromium()
try {
  await compare('a busy plugin', BUSY)
  await compare('a plugin that floods', FLOOD)
  await compareLayers()
  await compareFilters()
} finally {
  await browser.close()
}
