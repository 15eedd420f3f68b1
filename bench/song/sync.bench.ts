// A library on an empty device, a change on its way from one device to another, and what a device asks while nothing happens.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { withoutFirstSteps } from '../../e2e/support/neck.js'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { quantile, reportFigure } from '../support/harness.js'

const SONGS = 1000
const SONG_BYTES = 20_000
const CHANGES = 40
const IDLE_MS = 30_000

type Send = (path: string, body: object) => Promise<Record<string, unknown>>

async function sender(url: string): Promise<Send> {
  const headers: Record<string, string> = { 'x-tenant': 'fretwork', 'content-type': 'application/json' }
  const send: Send = async (path, body) => {
    const answer = await fetch(`${url}/presence/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { jwt } = await send('/auth/login', { email: DEMO.email, password: DEMO.password })
  headers.authorization = `Bearer ${jwt}`
  return send
}

/** Fills the account as a device would. */
async function fill(send: Send): Promise<void> {
  for (let from = 0; from < SONGS; from += 100) {
    const files = Array.from({ length: 100 }, () => randomBytes(SONG_BYTES))
    const hashes = files.map(bytes => createHash('sha256').update(bytes).digest('hex'))
    await send('/library/blobs', {
      pieces: files.map((bytes, index) => ({
        hash: hashes[index],
        size: bytes.length,
        from: 0,
        bytes: bytes.toString('base64'),
      })),
    })
    const writes = hashes.map((hash, index) => {
      const number = from + index
      const song = {
        name: `Song ${number}`,
        file: `${number}.mid`,
        size: SONG_BYTES,
        addedAt: 1_700_000_000_000 + number,
      }
      const fields = { ...song, lengthMs: 180_000, tracks: [], notes: [], hash }
      return { key: randomUUID(), kind: 'song', id: `song-${number}~${number}`, base: 0, fields }
    })
    await send('/library/changes', { device: 'bench', writes })
  }
}

async function device(browser: Browser, url: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext()
  await withoutFirstSteps(context)
  const page = await context.newPage()
  await logIn(page, url)
  return [context, page]
}

const isSaved = (page: Page) => page.locator('[data-sync="saved"]').waitFor({ timeout: 120_000 })

/** Its songs have arrived, and the files that it needs without a connection. */
async function isSettled(page: Page): Promise<void> {
  await isSaved(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** Milliseconds from the first question to the last song. */
async function firstSync(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  await withoutFirstSteps(context)
  const page = await context.newPage()
  const asked = page.waitForRequest(request => request.url().includes('/library/changes'))
  await logIn(page, url)
  await asked
  const began = performance.now()
  await isSaved(page)
  const took = performance.now() - began
  await page.goto(`${url}/songs`)
  await page.getByText('Song 999', { exact: true }).first().waitFor()
  await context.close()
  return took
}

/** A page of the same origin that only watches its storage. */
async function watcher(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/tenant.json`)
  return page
}

async function changesSeen(browser: Browser, url: string): Promise<{ ms: number[]; idle: number }> {
  const [one, first] = await device(browser, url)
  const [other, second] = await device(browser, url)
  await Promise.all([first, second].map(isSettled))
  const [writes, sees] = [await watcher(one, url), await watcher(other, url)]
  const ms: number[] = []
  for (let index = 0; index < CHANGES; index += 1) {
    const seen = sees.evaluate(
      () =>
        new Promise<number>(resolve => {
          const look = ({ key }: StorageEvent) => {
            if (key !== 'fretworkPanels') return
            removeEventListener('storage', look)
            resolve(Date.now())
          }
          addEventListener('storage', look)
        }),
    )
    const begun = await writes.evaluate(
      isOn => {
        localStorage.fretworkPanels = JSON.stringify({ chordLine: isOn, chordFinder: false, version: '1' })
        return Date.now()
      },
      index % 2 === 1,
    )
    ms.push((await seen) - begun)
  }
  let idle = 0
  for (const page of [first, second]) page.on('request', () => (idle += 1))
  await first.waitForTimeout(IDLE_MS)
  await one.close()
  await other.close()
  return { ms, idle }
}

const product = await startProduct()
const browser = await launchChromium()
try {
  await fill(await sender(product.url))
  // What filling left to write to the disk is not the device's work.
  execFileSync('sync')
  const first = await firstSync(browser, product.url)
  reportFigure({ name: `${SONGS} songs of 20 kB on an empty device`, figure: first, unit: 'ms', limit: 3000 })
  const { ms, idle } = await changesSeen(browser, product.url)
  const figure = quantile(ms, 0.95)
  reportFigure({ name: 'a change seen on another device, p95', figure, unit: 'ms', limit: 300 })
  const perMinute = (idle * 60_000) / IDLE_MS
  reportFigure({ name: 'requests a minute of two idle devices', figure: perMinute, unit: '', limit: 0 })
} finally {
  await browser.close()
  await product.stop()
}
