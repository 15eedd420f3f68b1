import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { logIn } from '../../e2e/support/log-in.js'
import { withMidi } from '../../e2e/support/midi.js'
import type { Product } from '../../e2e/support/product.js'
import { withSigns } from '../../src/music/guitar/note-names.js'
import { MAX_FRET, pitchAt } from '../../src/music/guitar/position.js'
import { TUNINGS } from '../../src/music/guitar/tunings.js'
import { degreeNumberOf } from '../../src/music/theory/degrees.js'
import { labelOf, spellScale } from '../../src/music/theory/scale.js'
import { contextOf } from './live-neck.js'

const STRINGS = 8

export interface NeckState {
  readonly tuningId: number
  readonly scale: string
  /** Labels by string and fret, starting with string 1, fret 0. */
  readonly labels: readonly PlaceText[]
}

export interface PlaceText {
  readonly place: string
  readonly name: string
  readonly octave: number
  readonly degree: string
  readonly color: number
}

const EIGHT = TUNINGS.filter(({ strings }) => strings.length === STRINGS)

const EVERYTHING = { fretMin: 0, fretMax: MAX_FRET, showAllNotes: true, showOctaves: true, showDegrees: true }

export function neckStates(count: number): readonly NeckState[] {
  const tonics = ['C', 'F#', 'Bb', 'E', 'Ab', 'D', 'B', 'F']
  const types = ['Major', 'Dorian', 'Harmonic Minor', 'Lydian', 'Minor Blues']
  return Array.from({ length: count }, (_, index) => {
    const ofScale = index >> 1
    const scale = `${tonics[ofScale % tonics.length]} ${types[ofScale % types.length]}`
    const tuning = EIGHT[((index + 1) >> 1) % EIGHT.length]
    const spelled = spellScale(scale)
    if (!tuning || !spelled) throw new Error(`There is no ${scale}, or no tuning of ${STRINGS} strings.`)
    const labels = tuning.strings.flatMap((_string, row) =>
      Array.from({ length: MAX_FRET + 1 }, (_fret, fret) => {
        const { name, octave, degree } = labelOf(pitchAt(tuning, 0, row + 1, fret) ?? 0, spelled)
        return {
          place: `${row + 1}:${fret}`,
          name: withSigns(name),
          octave,
          degree: withSigns(degree),
          color: degreeNumberOf(degree),
        }
      }),
    )
    return { tuningId: tuning.id, scale, labels }
  })
}

/** Storage key of the settings, which are changed as if by another tab. */
const STORAGE_KEY = 'fretworkFretboard'

export async function openFullNeck(browser: Browser, product: Product, first: NeckState): Promise<Page> {
  const page = await (await contextOf(browser)).newPage()
  await withMidi(page)
  await page.addInitScript(({ key, text }) => localStorage.setItem(key, text), {
    key: STORAGE_KEY,
    text: settingsOf(first),
  })
  await logIn(page, product.url)
  await page.locator(`[data-neck-position="${STRINGS}:${MAX_FRET}"]`).waitFor()
  return page
}

export function settingsOf({ tuningId, scale }: NeckState): string {
  return JSON.stringify({ version: '1', ...EVERYTHING, tuningId, scale })
}

export async function openComponent(browser: Browser, product: Product): Promise<Page> {
  const library = readFileSync(
    new URL('fretboard.umd.js', import.meta.resolve('@moonwave99/fretboard.js')),
    'utf8',
  )
  const body = componentPage(library)
  const page = await (await contextOf(browser)).newPage()
  await page.route('**/component', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${product.url}/component`)
  await page.locator('[data-ready]').waitFor()
  return page
}

const COLORS = ['#b8b0a5', '#d55e00', '#f0e442', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8f9bff']

function componentPage(library: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Component</title>
<style>body { background: #fff; margin: 0 } #neck { width: 1344px }</style><div id="neck"></div>
<script>${library}</script>
<script>
  const neck = new fretboard.Fretboard({
    el: '#neck', stringCount: ${STRINGS}, fretCount: ${MAX_FRET}, width: 1344, height: 300, dotSize: 20,
    tuning: ${JSON.stringify(Array.from({ length: STRINGS }, () => 'E2'))},
    dotText: dot => dot.text, dotFill: dot => dot.fill,
  })
  const colors = ${JSON.stringify(COLORS)}
  globalThis.show = labels => {
    neck.setDots(labels.map(({ place, name, octave, degree, color }) => {
      const [string, fret] = place.split(':').map(Number)
      return { string, fret, note: name, text: name + octave + ' ' + degree, fill: colors[color] }
    })).render()
  }
  document.documentElement.setAttribute('data-ready', '')
</script></html>`
}

export function changeAndTime(page: Page, states: readonly NeckState[], isOurs: boolean): Promise<number[]> {
  const orders = states.map(state => ({ labels: state.labels, text: settingsOf(state) }))
  return page.evaluate(changeInPage, { orders, key: isOurs ? STORAGE_KEY : '' })
}

interface Orders {
  readonly orders: readonly { readonly labels: readonly PlaceText[]; readonly text: string }[]
  /** Storage key of the settings; empty on other pages. */
  readonly key: string
}

async function changeInPage({ orders, key }: Orders): Promise<number[]> {
  // The message is delivered after the frame's style, layout and paint.
  const channel = new MessageChannel()
  const frame = () =>
    new Promise<number>(resolve => {
      channel.port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => channel.port2.postMessage(undefined))
    })
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const took: number[] = []
  for (const { labels, text } of orders) {
    await frame()
    await pause(30)
    const began = performance.now()
    if (key === '') (globalThis as unknown as { show(to: typeof labels): void }).show(labels)
    else {
      localStorage.setItem(key, text)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: text, storageArea: localStorage }))
    }
    took.push((await frame()) - began)
    if (key === '') continue
    const last = labels.at(-1)
    const written = document.querySelector(`[data-neck-position="${last?.place}"] text`)?.textContent
    if (written !== `${last?.name}${last?.octave}`)
      throw new Error(`The neck shows ${written} at ${last?.place}.`)
  }
  return took
}
