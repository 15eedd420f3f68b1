import type { Page } from '@playwright/test'
import { play } from '../support/midi.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const C4 = 60
/** Position of C4 within the first five frets in standard tuning. */
const PLACE = '2:1'
const ROOT_COLOR = 'rgb(213, 94, 0)'

/** Offset above an unlit dot, between a sustained note and its ring, px. */
const GAP = -4.5

/** Margin above an unlit dot for the ring of a sustained note, px. */
const MARGIN = 8

interface Disc {
  /** Canvas pixels per CSS pixel. */
  readonly sharpness: number
  readonly width: number
  /** RGBA values by row, from `MARGIN` above the dot to its lower edge. */
  readonly data: readonly number[]
}

const disc = (page: Page): Promise<Disc> =>
  page.evaluate(
    ({ place, margin }) => {
      const canvas = document.querySelector('canvas')
      const dot = document.querySelector(`[data-neck-position="${place}"] circle`)
      const context = canvas?.getContext('2d')
      if (!canvas || !dot || !context) throw new Error('The neck or its lights are missing.')
      const [ground, box] = [canvas.getBoundingClientRect(), dot.getBoundingClientRect()]
      const sharpness = canvas.width / ground.width
      const inPixels = (length: number) => Math.round(length * sharpness)
      const width = inPixels(box.width)
      const { data } = context.getImageData(
        inPixels(box.x - ground.x),
        inPixels(box.y - ground.y - margin),
        width,
        inPixels(box.height + margin),
      )
      return { sharpness, width, data: [...data] }
    },
    { place: PLACE, margin: MARGIN },
  )

/** Returns the color painted above a light's label, halfway to its edge or at the given offset. */
async function painted(page: Page, above?: number): Promise<string> {
  const { sharpness, width, data } = await disc(page)
  const row = Math.round((MARGIN + (above ?? (width / sharpness) * 0.12)) * sharpness)
  const at = 4 * (row * width + Math.round(width / 2))
  const [red, green, blue, alpha = 0] = data.slice(at, at + 4)
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}

async function hasColor(page: Page, color: string): Promise<boolean> {
  const { sharpness, width, data } = await disc(page)
  const wanted = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  for (let at = 4 * width * Math.round(MARGIN * sharpness); at < data.length; at += 4)
    if (wanted.every((part, channel) => part === data[at + channel])) return true
  return false
}

const meant = (page: Page, color: string): Promise<string> =>
  page.evaluate(name => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = `color: ${name}; forced-color-adjust: none`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, color)

test.use({ deviceScaleFactor: 2 })

test.describe('note lights', () => {
  const opened = sharedNeck()

  test('sounding notes follow the color scheme and forced colors', {
    tag: '@soak',
  }, async () => {
    const page = opened()
    await play(page, [0xb0, 64, 127], [0x90, C4, 100], [0x80, C4, 0])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    const light = await meant(page, 'var(--fw-panel)')
    await expect.poll(() => painted(page, GAP)).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => meant(page, 'var(--fw-panel)')).not.toBe(light)
    await expect.poll(() => painted(page, GAP)).toBe(await meant(page, 'var(--fw-panel)'))
    await play(page, [0x90, C4, 100])
    await expect.poll(() => painted(page)).toBe(ROOT_COLOR)
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion })
      await expect.poll(() => painted(page)).toBe(await meant(page, 'Highlight'))
      expect(await hasColor(page, await meant(page, 'HighlightText'))).toBe(true)
    }
  })
})
