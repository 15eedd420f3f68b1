// Ten thousand events a second for ten seconds: nothing lost, nothing held up, nothing piled up.
import type { CDPSession, Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { GUITAR } from '../../e2e/support/midi.js'
import { startProduct } from '../../e2e/support/product.js'
import { devTools, eventsInLog, openNeck } from '../neck/live-neck.js'
import { reportFigure, shown } from '../support/harness.js'

const EVENTS_PER_SECOND = 10_000
const SECONDS = 10
const WARM_UP_SECONDS = 3
/** Of a task that keeps the page from answering (W3C, Long Tasks). */
const LONGEST_TASK_MS = 50
/** What a log of a hundred other events and compiled code may differ by. */
const HEAP_SLACK_KB = 500

interface Flood {
  readonly sent: number
  /** Milliseconds of each task over 50 ms. */
  readonly longTasks: readonly number[]
  /** How long it took, in seconds: longer than asked for where the page could not keep up. */
  readonly seconds: number
}

function flood(page: Page, seconds: number): Promise<Flood> {
  return page.evaluate(floodInPage, { id: GUITAR.id, perSecond: EVENTS_PER_SECOND, seconds })
}

/** Runs in the page; uses nothing from outside itself. Notes on six channels, bends and a pedal among them. */
async function floodInPage(order: { id: string; perSecond: number; seconds: number }): Promise<Flood> {
  const { id, perSecond, seconds } = order
  const longTasks: number[] = []
  const watching = new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  })
  watching.observe({ type: 'longtask' })

  const messageAt = (index: number) => {
    const channel = index % 6
    const step = Math.floor(index / 6)
    const pitch = 40 + channel * 5 + (Math.floor(step / 4) % 12)
    if (step % 4 === 0) return [0x90 + channel, pitch, 100]
    if (step % 4 === 1) return [0xe0 + channel, step % 128, 64]
    if (step % 4 === 2) return [0xb0 + channel, 11, step % 128]
    return [0x80 + channel, pitch, 64]
  }
  const total = perSecond * seconds
  const began = performance.now()
  let sent = 0
  while (sent < total) {
    // Catches up in small parts: a browser, too, delivers messages one at a time.
    const due = Math.min(total, sent + 100, Math.floor(((performance.now() - began) / 1000) * perSecond))
    for (; sent < due; sent += 1) globalThis.fakeWebMidi.play(id, messageAt(sent))
    await new Promise(resolve => setTimeout(resolve, 4))
  }
  const took = (performance.now() - began) / 1000
  // The flood ends in the middle of notes: all notes off.
  for (let channel = 0; channel < 6; channel += 1) {
    globalThis.fakeWebMidi.play(id, [0xb0 + channel, 123, 0])
    sent += 1
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  watching.disconnect()
  return { sent, longTasks, seconds: took }
}

/** What is still in use after a thorough collection, in kilobytes. */
async function heapKilobytes(tools: CDPSession): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) await tools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tools.send('Runtime.getHeapUsage')
  return usedSize / 1000
}

const product = await startProduct()
const browser = await launchChromium()
try {
  const page = await openNeck(browser, product)
  const tools = await devTools(page)
  const warmUp = await flood(page, WARM_UP_SECONDS)
  const before = await heapKilobytes(tools)
  const first = await flood(page, SECONDS / 2)
  const between = await heapKilobytes(tools)
  const second = await flood(page, SECONDS / 2)
  const after = await heapKilobytes(tools)
  const longTasks = [...first.longTasks, ...second.longTasks]
  process.stdout.write(
    `  heap ${[before, between, after].map(shown).join(' → ')} kB; ` +
      `${shown(first.seconds + second.seconds)} s; tasks over ${LONGEST_TASK_MS} ms: ${longTasks.map(shown).join(', ') || 'none'}\n`,
  )

  const { newest, kept } = await eventsInLog(page)
  const sent = warmUp.sent + first.sent + second.sent
  reportFigure({
    name: 'flood: events a second',
    figure: (first.sent + second.sent) / (first.seconds + second.seconds),
    unit: '/s',
    limit: EVENTS_PER_SECOND * 0.99,
    atLeast: true,
  })
  reportFigure({ name: 'flood: events lost before the log', figure: sent - newest, unit: '', limit: 0 })
  reportFigure({
    name: 'flood: events missing among the newest 100',
    figure: 100 - kept.length,
    unit: '',
    limit: 0,
  })
  reportFigure({
    name: 'flood: longest task',
    figure: Math.max(0, ...longTasks),
    unit: 'ms',
    limit: LONGEST_TASK_MS,
  })
  reportFigure({ name: 'flood: heap growth', figure: after - before, unit: 'kB', limit: HEAP_SLACK_KB })
  const dark = await page.locator('[data-neck-position][data-sounding]').count()
  reportFigure({ name: 'flood: places left lit', figure: dark, unit: '', limit: 0 })
} finally {
  await browser.close()
  await product.stop()
}
