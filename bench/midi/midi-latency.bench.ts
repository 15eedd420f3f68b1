// Latency from a device's message to the event on the bus, with the whole fretboard open, compared with a
// bare listener on the port.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { GUITAR } from '../../e2e/support/midi.js'
import { precompress } from '../../scripts/lib/build/precompress.mjs'
import { devTools, openNeck } from '../neck/live-neck.js'
import { printQuantiles, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { serveApp } from '../support/serve-app.js'
import { BUS_GLOBAL, buildWithBusProbe } from './bus-probe.js'

const MESSAGES = 2000
/** Interval between messages, as in the other live benchmarks. */
const GAP_MS = 5
/** Maximum ratio to the bare listener, whose messages wait in the same event queue. */
const LIMIT_RATIO = 1.25
/** Maximum added latency, ms, keyed by CPU slowdown factor. Far below what is audible. */
const LIMIT_ADDED_MS: Readonly<Record<number, number>> = { 1: 0.5, 4: 2 }

interface Latencies {
  readonly bus: readonly number[]
  readonly bare: readonly number[]
  readonly isolated: boolean
}

/** Runs in a worker, so that messages are queued by the page. */
const DEVICE = `
  onmessage = async ({ data: { count, gapMs } }) => {
    const began = performance.now()
    for (let index = 0; index < count; index += 1) {
      const wait = began + index * gapMs - performance.now()
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
      postMessage({ index, sentAt: performance.timeOrigin + performance.now() })
    }
    postMessage('end')
  }`

/** Isolated pages have a clock resolution of 5 µs instead of 100 µs. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

async function openIsolated(page: Page): Promise<void> {
  await page.route('**/bench-device.js', route =>
    route.fulfill({ contentType: 'text/javascript', headers: ISOLATED, body: DEVICE }),
  )
  await page.route('**/fretboard', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), ...ISOLATED } })
  })
  await page.reload()
  await page.getByText(GUITAR.name).waitFor()
}

function measure(page: Page, count: number): Promise<Latencies> {
  return page.evaluate(measureInPage, { id: GUITAR.id, count, gapMs: GAP_MS, name: BUS_GLOBAL })
}

interface Order {
  readonly id: string
  readonly count: number
  readonly gapMs: number
  readonly name: string
}

async function measureInPage({ id, count, gapMs, name }: Order): Promise<Latencies> {
  interface Port {
    onmidimessage: ((event: { timeStamp: number }) => void) | null
  }
  const open = [64, 59, 55, 50, 45, 40]
  // Plucks each string, bends it twice and damps it, on its own channel.
  const messageAt = (index: number) => {
    const string = index % 6
    const step = Math.floor(index / 6)
    const pitch = (open[string] ?? 0) + (Math.floor(step / 4) % 12)
    if (step % 4 === 0) return [0x90 + string, pitch, 100]
    if (step % 4 === 3) return [0x80 + string, pitch, 64]
    return [0xe0 + string, step % 128, 64 + (step % 4)]
  }
  const bus: number[] = []
  const bare: number[] = []
  const access = (await navigator.requestMIDIAccess()) as unknown as { inputs: Map<string, Port> }
  const port = access.inputs.get(id)
  if (!port) throw new Error('The guitar is not plugged in.')
  const own = port.onmidimessage
  // Runs before the product's listener so that the product's time is not included.
  port.onmidimessage = event => {
    bare.push(performance.now() - event.timeStamp)
    own?.(event)
  }
  const probe = ({ at }: { at: number }) => bus.push(performance.now() - at)
  Object.assign(globalThis, { [name]: probe })
  const device = new Worker('/bench-device.js')
  await new Promise<void>((resolve, reject) => {
    device.onerror = event => reject(new Error(event.message))
    device.onmessage = ({ data }) => {
      if (data === 'end') resolve()
      else {
        const sentAt = data.sentAt - performance.timeOrigin
        globalThis.fakeWebMidi.play(id, messageAt(data.index), sentAt)
      }
    }
    device.postMessage({ count, gapMs })
  })
  device.terminate()
  port.onmidimessage = own
  Object.assign(globalThis, { [name]: undefined })
  return { bus, bare, isolated: crossOriginIsolated }
}

function report({ bus, bare }: Latencies, slowDown: number): void {
  const added = bus.map((ms, index) => ms - (bare[index] ?? Number.NaN))
  for (const [name, values] of Object.entries({ bus, bare, added })) {
    printQuantiles(`${slowDown}× ${name}`, values)
  }
  for (const q of [0.5, 0.99]) {
    reportRatio(
      `MIDI message → bus, p${q * 100}, ${slowDown}× CPU : bare listener`,
      [quantile(bus, q), quantile(bare, q)],
      'ms',
      `≤ ${LIMIT_RATIO}×`,
    )
  }
  reportFigure(
    `added to a MIDI message by us, p99, ${slowDown}× CPU`,
    quantile(added, 0.99),
    `≤ ${LIMIT_ADDED_MS[slowDown] ?? 0} ms`,
  )
  reportFigure(`MIDI messages that did not come to the bus, ${slowDown}× CPU`, MESSAGES - bus.length, '≤ 0')
}

const folder = mkdtempSync(join(tmpdir(), 'fretwork-bus-'))
const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  await buildWithBusProbe(folder)
  await precompress(folder)
  const served = await serveApp(folder)
  closing.push(served.close)
  const browser = await launchChromium()
  closing.push(() => browser.close())
  const page = await openNeck(browser, served)
  await openIsolated(page)
  const tools = await devTools(page)
  // Warm-up.
  const { isolated } = await measure(page, MESSAGES)
  if (!isolated) process.stdout.write('  the page is not isolated: its clock has steps of 0.1 ms\n')
  for (const slowDown of [1, 4]) {
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    report(await measure(page, MESSAGES), slowDown)
  }
} finally {
  for (const close of closing.reverse()) await close()
}
