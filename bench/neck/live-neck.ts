import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { logIn } from '../../e2e/support/log-in.js'
import { GUITAR, withMidi } from '../../e2e/support/midi.js'
import { withoutFirstSteps } from '../../e2e/support/neck.js'
import type { Product } from '../../e2e/support/product.js'
import { MAX_FRET, positionsOf } from '../../src/music/guitar/position.js'
import { STANDARD_TUNING } from '../../src/music/guitar/tunings.js'

const FRETS = { fretMin: 0, fretMax: MAX_FRET }

export function placeNames(pitch: number): string[] {
  const strings = STANDARD_TUNING.strings
  return positionsOf(pitch, { strings }, FRETS).map(({ string, fret }) => `${string}:${fret}`)
}

export function contextOf(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
}

export async function openNeck(
  browser: Browser,
  product: Pick<Product, 'url'>,
  devices: Parameters<typeof withMidi>[1] = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await (await contextOf(browser)).newPage()
  await prepare?.(page)
  await withoutFirstSteps(page)
  await withMidi(page, devices)
  await page.addInitScript(
    settings => localStorage.setItem('fretworkFretboard', settings),
    settingsWith(FRETS),
  )
  await logIn(page, product.url)
  await page.locator(`[data-neck-position="6:${MAX_FRET}"]`).waitFor()
  await page.getByText(GUITAR.name).waitFor()
  return page
}

function settingsWith(frets: typeof FRETS): string {
  return JSON.stringify({ version: '1', ...frets })
}

/**
 * Opens a page on which each position lights up three nodes, as on the neck: a disc with its halo and two
 * lines of text.
 */
export async function openBarePage(browser: Browser, product: Product): Promise<Page> {
  const page = await (await contextOf(browser)).newPage()
  await withMidi(page)
  await page.route('**/bare', route => route.fulfill({ contentType: 'text/html', body: barePage() }))
  await page.goto(`${product.url}/bare`)
  await page.locator('svg[data-ready]').waitFor()
  return page
}

function barePage(): string {
  const nodes = STANDARD_TUNING.strings.flatMap((_, index) =>
    Array.from({ length: MAX_FRET + 1 }, (_, fret) => {
      const place = `${index + 1}:${fret}`
      return `<g data-neck-position="${place}" transform="translate(${30 + fret * 50} ${40 + index * 54})">
        <circle r="21"/><circle class="lit" r="24"/>
        <text y="-1">${fret}</text><text y="13">${index + 1}</text></g>`
    }),
  )
  const places = Array.from({ length: 128 }, (_, pitch) => placeNames(pitch))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<style>
  body { background: #141312 }
  circle { fill: #444 }
  text { fill: #fff; font: 700 16px sans-serif; text-anchor: middle }
  .lit { visibility: hidden; fill: orange; stroke: orange; stroke-width: 12; stroke-opacity: 0.4 }
  [data-sounding] .lit { visibility: visible }
  [data-sounding] text { fill: #111 }
</style>
<svg viewBox="0 0 1280 360" width="1280">${nodes.join('')}</svg>
<script type="module">
  const nodes = ${JSON.stringify(places)}.map(names =>
    names.map(name => document.querySelector('[data-neck-position="' + name + '"]')))
  const access = await navigator.requestMIDIAccess()
  for (const input of access.inputs.values()) {
    input.onmidimessage = ({ data }) => {
      const on = data[0] >> 4 === 9 && data[2] > 0
      for (const node of nodes[data[1]]) {
        if (on) node.setAttribute('data-sounding', 'held')
        else node.removeAttribute('data-sounding')
      }
    }
  }
  document.querySelector('svg').setAttribute('data-ready', '')
</script></html>`
}

export function devTools(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page)
}

/** Returns the number of events that were logged, including the ones no longer kept. */
export async function eventsInLog(page: Page): Promise<number> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the log as JSON' }).click()
  const { events } = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
  return events.at(-1)?.key ?? 0
}
