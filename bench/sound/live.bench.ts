// The built-in sound in the built app: delays of clicks and MIDI input, 48 voices on a slow computer, and memory.
// `FRETWORK_BENCH_MINUTES=1` shortens the ten minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { GUITAR, withMidi } from '../../e2e/support/midi.js'
import { openFile, songFile, tool } from '../../e2e/support/songs.js'
import { untouched } from '../../e2e/support/sound.js'
import { bankFile, CORE_PROGRAMS } from '../../src/plugins/sound/synthesis/bank-files.js'
import { devTools } from '../neck/live-neck.js'
import { median, printQuantiles, quantile, ROOT, reportFigure, shown } from '../support/harness.js'
import { serveApp } from '../support/serve-app.js'
import { copyWithProbe, listenToProbe } from './sound-probe.js'

const MINUTES = Number(process.env.FRETWORK_BENCH_MINUTES ?? 10)
const CLICKS = 11
const NOTES = 300
const SLOWER = 4
const POSITION = '[data-neck-position="6:3"]'
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Plays 48 notes or more at a time with expression and bends, on all core instruments. */
function fullSong() {
  const each = (beats: number, make: (time: number) => readonly object[]) =>
    Array.from({ length: ((MINUTES + 1) * 120) / beats }, (_, index) => make((index * beats) / 2)).flat()
  const note = (midi: number, time: number, duration: number) => ({ midi, time, duration, velocity: 0.8 })
  const tracks = CORE_PROGRAMS.map((number, index) => ({
    channel: index === 9 ? 15 : index % 16,
    instrument: { number },
    notes: each(4, time => [0, 4, 7].map(step => note(40 + index + step, time, 2))),
    controlChanges: { 11: each(1, time => [{ number: 11, time: time + 0.1, value: 0.7 + (time % 2) / 10 }]) },
    pitchBends: each(1, time => [{ time: time + 0.2, value: (time % 1) / 10 }]),
  }))
  const notes = each(1, time => [36, 38, 42].map(midi => note(midi, time, 0.2)))
  return songFile('Full', { header: {}, tracks: [...tracks, { channel: 9, notes }] })
}

async function openNeck(context: BrowserContext, url: string, hearInput = false): Promise<Page> {
  const page = await context.newPage()
  await untouched(page)
  await page.addInitScript(listenToProbe, {
    fretworkFretboard: { fretMin: 0, fretMax: 12, selectMode: false },
    fretworkSound: { hearInput, room: 'dry' },
  })
  await withMidi(page, { outputs: [] })
  await page.goto(`${url}/fretboard`)
  await page.locator(POSITION).waitFor()
  await page.getByText(GUITAR.name).waitFor()
  await pause(2000)
  return page
}

/** Returns the time in ms from the first click on a new page to its sound. */
async function firstSound(page: Page): Promise<number> {
  await page.locator(POSITION).click()
  await page.waitForFunction(() => soundProbe.starts.length > 0)
  return page.evaluate(() => (soundProbe.starts[0] ?? 0) - soundProbe.clickedAt)
}

/** Plays notes at random times within the audio thread's period. Runs in the page. */
async function playNotes({ id, count }: { readonly id: string; readonly count: number }): Promise<number[]> {
  const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const took: number[] = []
  for (let index = 0; index < count; index += 1) {
    const at = performance.now()
    fakeWebMidi.play(id, [0x90, 40 + (index % 40), 100], at)
    await later(100)
    took.push((soundProbe.starts.find(start => start > at - 50) ?? 1000 + at) - at)
    fakeWebMidi.play(id, [0x80, 40 + (index % 40), 64])
    // All sound off: the next note begins in silence.
    fakeWebMidi.play(id, [0xb0, 120, 0])
    await later(200 + 20 * Math.random())
  }
  return took
}

/** Returns the size of the audio thread's objects and samples, MB. */
async function audioMemory(tools: CDPSession): Promise<number> {
  const answer = new Promise<string>(resolve => {
    const take = ({ message }: { message: string }) => message.includes('"id":2') && resolve(message)
    tools.on('Target.receivedMessageFromTarget', take)
  })
  tools.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worklet') return
    for (const [index, method] of ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'].entries()) {
      const message = JSON.stringify({ id: index + 1, method })
      await tools.send('Target.sendMessageToTarget', { sessionId, message })
    }
  })
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false }
  await tools.send('Target.setAutoAttach', attach)
  const { usedSize, backingStorageSize } = JSON.parse(await answer).result
  return (usedSize + backingStorageSize) / 1e6
}

/** Returns the share of time that the audio thread renders, %. */
async function load(page: Page, slowDown: number, minutes: number): Promise<number> {
  const tools = await devTools(page)
  const found = new Promise<string>(resolve => {
    tools.on('WebAudio.contextCreated', ({ context }) => resolve(context.contextId))
  })
  await tools.send('WebAudio.enable')
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const contextId = await found
  const shares: number[] = []
  const voices: number[] = []
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(1000)) {
    const { realtimeData } = await tools.send('WebAudio.getRealtimeData', { contextId })
    shares.push(100 * realtimeData.renderCapacity)
    voices.push(await page.evaluate(() => soundProbe.voices))
  }
  const share = median(shares)
  const text = `${slowDown}× CPU: ${median(voices)} voices, ${shown(share)} % of the audio thread`
  process.stdout.write(`  ${text}, at most ${shown(Math.max(...shares))} %\n`)
  await tools.detach()
  return share
}

const folder = mkdtempSync(join(tmpdir(), 'fretwork-sound-'))
copyWithProbe(join(ROOT, 'dist/app'), folder)
const served = await serveApp(folder)
const browser = await launchChromium()
try {
  const context = await browser.newContext({ locale: 'en-GB' })
  let page = await context.newPage()
  await logIn(page, served.url)
  await page.evaluate(
    async path => {
      while (!(await caches.match(path))) await new Promise(resolve => setTimeout(resolve, 500))
    },
    `/${bankFile({ program: 0, isDrums: true })}`,
  )
  const clicks: number[] = []
  for (let index = 0; index < CLICKS; index += 1) {
    await page.close()
    page = await openNeck(context, served.url)
    clicks.push(await firstSound(page))
  }
  printQuantiles('click → sound', clicks)
  reportFigure(`first click → sound, median of ${CLICKS}`, median(clicks), '≤ 100 ms')

  await page.close()
  page = await openNeck(context, served.url, true)
  await firstSound(page)
  await pause(2000)
  const took = await page.evaluate(playNotes, { id: GUITAR.id, count: NOTES })
  printQuantiles('MIDI → sound', took)
  reportFigure('MIDI message → sound, p95, without output latency', quantile(took, 0.95), '≤ 12 ms')

  await openFile(page, fullSong())
  await tool(page, 'Play the song').click()
  await page.waitForFunction(() => soundProbe.voices >= 48, undefined, { timeout: 120_000 })
  const underruns = () => page.evaluate(() => soundProbe.context?.playbackStats.underrunEvents ?? Number.NaN)
  const usual = await load(page, 1, MINUTES / 10)
  const before = await underruns()
  await load(page, SLOWER, MINUTES)
  reportFigure(`underruns, ${SLOWER}× CPU, ${MINUTES} min`, (await underruns()) - before, '≤ 0')
  // DevTools slow down only the main thread.
  reportFigure(`audio thread, its share × ${SLOWER}`, SLOWER * usual, '≤ 40 %')
  reportFigure(
    'memory of the audio thread, all core instruments',
    await audioMemory(await devTools(page)),
    '≤ 80 MB',
  )
  await page.goto('about:blank')
  await served.close()
  page = await openNeck(context, served.url)
  reportFigure('first click → sound, offline', await firstSound(page), '≤ 1000 ms')
} finally {
  await browser.close()
  await served.close()
  rmSync(folder, { recursive: true, force: true })
}
