// A song of 1 MB into the list: how long it takes, and how long the page does not answer meanwhile, compared with the bare
// library in the same page. Dropping it and going on playing must not feel like a hang.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { startProduct } from '../../e2e/support/product.js'
import { noSong, tool, transport } from '../../e2e/support/songs.js'
import { type FileEvent, writeMidiFile } from '../../src/core/music/song/write-midi-file.js'
import { installDrop } from '../support/drop-in-page.js'
import { median, ROOT, reportFigure, reportRatio, shown } from '../support/harness.js'
import { longestTask } from '../support/longest-task.js'

/** As large as a song file can be: 250,000 events. */
const BYTES = 1_000_000
const TRACKS = 12
const ROUNDS = 3
/** Longer than this, and a press or a note from an input is felt to hang (RAIL: 50 ms for an answer within 100). */
const BLOCKED_AT_MOST_MS = 50
/** The bare library checks nothing and puts nothing away; its own work is within ours. */
const SLOWER_AT_MOST = 4

/** Notes of five bytes a message, and now and then a word to be sung. */
function longSong(): Uint8Array {
  const words = new TextEncoder().encode('la la la la la la la la la')
  const tracks = Array.from({ length: TRACKS }, (_, channel) => {
    const events: FileEvent[] = []
    let ticks = 0
    let bytes = 0
    while (bytes < BYTES / TRACKS) {
      const pitch = 40 + ((ticks / 130) % 37)
      events.push({ ticks, bytes: [0x90 | channel, pitch, 100] })
      events.push({ ticks: ticks + 130, bytes: [0x80 | channel, pitch, 64] })
      ticks += 260
      bytes += 10
      if (events.length % 40 !== 0) continue
      events.push({ ticks, bytes: [0xff, 5, words.length, ...words] })
      bytes += words.length + 4
    }
    return { events, endTicks: ticks }
  })
  return writeMidiFile(480, tracks)
}

interface Taken {
  readonly ms: number
  /** The longest time in which the page did nothing else. */
  readonly blockedMs: number
}

/** Runs in the page: a heartbeat, whose longest gap is what a finger would have to wait. */
function installPulse(): void {
  let last = performance.now()
  let longest = 0
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    setTimeout(() => port2.postMessage(0), 1)
  }
  port2.postMessage(0)
  globalThis.pulse = {
    begin() {
      longest = 0
      last = performance.now()
    },
    longest: () => longest,
  }
}

declare global {
  /** Set by `installPulse`, in the page. */
  var pulse: { begin(): void; longest(): number }
  var Midi: new (bytes: Uint8Array) => { toJSON(): unknown }
}

/** Into the list, from the drop to the row that shows it. */
async function importOnce(page: Page, round: number): Promise<Taken> {
  const name = `round ${round}`
  return page.evaluate(async title => {
    globalThis.pulse.begin()
    const began = performance.now()
    globalThis.dropFile(`${title}.mid`)
    const isThere = () =>
      [...document.querySelectorAll('[data-row] a')].some(link => link.textContent === title)
    while (!isThere()) await new Promise(resolve => setTimeout(resolve, 5))
    return { ms: performance.now() - began, blockedMs: globalThis.pulse.longest() }
  }, name)
}

/** The song goes, so that each round finds as many as the one before. */
async function remove(page: Page, round: number): Promise<void> {
  await page.getByRole('button', { name: `Remove round ${round}`, exact: true }).click()
  await page.getByText('No songs yet').waitFor()
}

/** `new Midi()`, as a page would have it without us. */
async function peerOnce(page: Page): Promise<Taken> {
  return page.evaluate(async () => {
    globalThis.pulse.begin()
    const began = performance.now()
    new globalThis.Midi(globalThis.fileToDrop)
    const ms = performance.now() - began
    await new Promise(resolve => setTimeout(resolve, 50))
    return { ms, blockedMs: globalThis.pulse.longest() }
  })
}

/** Dropped onto the neck, which is there already, until its notes are. */
async function openOnce(page: Page, round: number): Promise<Taken> {
  await page.evaluate(title => {
    globalThis.pulse.begin()
    globalThis.dropFile(`${title}.mid`)
  }, `round ${round}`)
  const began = performance.now()
  await transport(page).getByText(`round ${round}`, { exact: true }).waitFor({ timeout: 120_000 })
  await page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('table').waitFor()
  return { ms: performance.now() - began, blockedMs: await page.evaluate(() => globalThis.pulse.longest()) }
}

const file = longSong()
const product = await startProduct()
const browser = await launchChromium()
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await logIn(page, product.url)
  await page.goto(`${product.url}/songs`)
  await page.getByText('No songs yet').waitFor()
  // In a page of its own: the garbage that it leaves is not ours to collect.
  const bare = await (await browser.newContext()).newPage()
  await bare.evaluate(readFileSync(join(ROOT, 'node_modules/@tonejs/midi/build/Midi.js'), 'utf8'))
  for (const each of [page, bare]) {
    await each.evaluate(installPulse)
    await each.evaluate(installDrop)
    await each.evaluate(bytes => {
      globalThis.fileToDrop = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))
    }, Buffer.from(file).toString('base64'))
  }
  process.stdout.write(`  a file of ${shown(file.length / 1e6)} MB, ${TRACKS} tracks\n`)

  const ours: Taken[] = []
  const peer: Taken[] = []
  // What is compiled for the first time is thrown away.
  for (let round = -1; round < ROUNDS; round += 1) {
    await page.bringToFront()
    const own = await importOnce(page, round)
    await bare.bringToFront()
    const other = await peerOnce(bare)
    if (round >= 0) {
      ours.push(own)
      peer.push(other)
    }
    await remove(page, round)
  }
  await page.bringToFront()
  const busiestMs = await longestTask(browser, page, () => importOnce(page, ROUNDS))
  await page.getByRole('link', { name: 'Fretboard' }).click()
  await noSong(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('show tracks')
  await page.keyboard.press('Enter')
  const opened = await openOnce(page, ROUNDS)
  await tool(page, 'Song').click()
  await page.getByRole('menuitem', { name: /^Close the song/ }).click()
  const busiestOpeningMs = await longestTask(browser, page, () => openOnce(page, ROUNDS))
  const of = (all: readonly Taken[], what: keyof Taken) => all.map(each => each[what])
  process.stdout.write(`  ours: ${of(ours, 'ms').map(shown).join(', ')} ms\n`)
  process.stdout.write(`  new Midi(): ${of(peer, 'ms').map(shown).join(', ')} ms\n`)
  process.stdout.write(`  ours blocks: ${of(ours, 'blockedMs').map(shown).join(', ')} ms\n`)
  process.stdout.write(`  onto the neck: ${shown(opened.ms)} ms, blocked ${shown(opened.blockedMs)} ms\n`)
  reportRatio({
    name: 'import of 1 MB, drop to list : new Midi()',
    figure: median(of(ours, 'ms')),
    peer: median(of(peer, 'ms')),
    unit: 'ms',
    limit: SLOWER_AT_MOST,
  })
  reportFigure({
    name: 'import of 1 MB, longest time without an answer',
    figure: Math.max(...of(ours, 'blockedMs')),
    unit: 'ms',
    limit: BLOCKED_AT_MOST_MS,
  })
  reportFigure({
    name: 'import of 1 MB, longest task of the page by processor time',
    figure: busiestMs,
    unit: 'ms',
    limit: BLOCKED_AT_MOST_MS,
  })
  reportFigure({
    name: 'onto the neck, longest task of the page by processor time',
    figure: busiestOpeningMs,
    unit: 'ms',
    limit: BLOCKED_AT_MOST_MS,
  })
  reportFigure({
    name: 'longest time without an answer, new Midi() on the page (for comparison)',
    figure: median(of(peer, 'blockedMs')),
    unit: 'ms',
    limit: Number.POSITIVE_INFINITY,
  })
} finally {
  await browser.close()
  await product.stop()
}
