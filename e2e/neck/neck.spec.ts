import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { withMidi } from '../support/midi.js'
import { allNotes, scaleNotes } from '../support/neck.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const place = (page: Page, name: string) => page.locator(`[data-neck-position="${name}"]`)
const middle = async (page: Page, name: string) => {
  const box = await place(page, name).locator('.fw-hit, rect').first().boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-neck-position'))

/** Waits until the neck is vertical and has stopped moving after the window was resized. */
async function isVertical(page: Page): Promise<void> {
  await expect
    .poll(async () => (await middle(page, '6:3')).x - (await middle(page, '6:0')).x)
    .toBeCloseTo(0, 0)
  // Scrolling into view also waits until the element stops moving.
  await place(page, '6:3').scrollIntoViewIfNeeded()
}

test.describe('neck', () => {
  const opened = sharedNeck()

  test('a narrow screen shows a vertical neck with the nut on top, and arrow keys match the screen', async () => {
    const page = opened()
    await page.setViewportSize({ width: 390, height: 844 })
    await isVertical(page)
    const [open, third, highest] = [
      await middle(page, '6:0'),
      await middle(page, '6:3'),
      await middle(page, '1:3'),
    ]
    expect(third.y).toBeGreaterThan(open.y)
    expect(highest.x).toBeGreaterThan(third.x)
    const stop = page.locator('[data-neck-position][tabindex="0"]')
    // Strict locators require that the neck is a single tab stop.
    await stop.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('5:1')
    await page.keyboard.press('Enter')
    await expect(place(page, '5:1')).toHaveAttribute('aria-pressed', 'true')
    await expect(stop).toHaveAttribute('data-neck-position', '5:1')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBeNull()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('5:1')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect
      .poll(async () => (await middle(page, '6:3')).y - (await middle(page, '6:0')).y)
      .toBeCloseTo(0, 0)
    expect(await focused(page)).toBe('5:1')
    await place(page, '5:1').click()
    await expect(place(page, '5:1')).toHaveAttribute('aria-pressed', 'false')
  })

  test('the neck can be saved as self-contained SVG and PNG files', async ({ context }) => {
    const page = opened()
    await place(page, '5:3').click()
    const saved = async (title: string) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('menuitem', { name: title }).click()
      const download = await downloading
      const path = test.info().outputPath(download.suggestedFilename())
      await download.saveAs(path)
      return path
    }
    const viewer = await context.newPage()
    const foreign: string[] = []
    viewer.on('request', request => {
      if (!request.url().startsWith('file:')) foreign.push(request.url())
    })

    const svg = await saved('Export neck as SVG')
    expect(svg).toContain('C-Major-Standard.svg')
    await viewer.goto(`file://${svg}`)
    expect(await viewer.locator('circle').count()).toBeGreaterThan(25)
    expect(await viewer.locator('title').textContent()).toBe('C Major – Standard')
    expect(await viewer.evaluate(() => document.querySelector('parsererror'))).toBeNull()

    const png = await saved('Export neck as PNG')
    expect([...(await readFile(png)).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    await viewer.goto(`file://${png}`)
    const size = await viewer.evaluate(() => {
      const { naturalWidth, naturalHeight } = document.querySelector('img') ?? new Image()
      return [naturalWidth, naturalHeight]
    })
    expect([size, foreign]).toEqual([[2360, 740], []])
    await viewer.close()
    await place(page, '5:3').click()
  })

  test('labels stay readable with forced colors or high contrast, and nothing is animated', {
    tag: '@soak',
  }, async () => {
    const page = opened()
    await page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' })
    const dot = place(page, '6:3').locator('circle').first()
    expect(
      await dot.evaluate(node => Number.parseFloat(getComputedStyle(node).strokeWidth)),
    ).toBeGreaterThanOrEqual(4)
    // The fretboard has the page's background color instead of the wood pattern.
    const wood = page.locator('linearGradient stop').first()
    const [board, ground] = [
      await wood.evaluate(node => getComputedStyle(node).stopColor),
      await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'Canvas'
        return getComputedStyle(probe).color
      }),
    ]
    expect(board).toBe(ground)
    const moving = await page.evaluate(
      () => document.querySelector('main')?.getAnimations({ subtree: true }).length ?? 0,
    )
    expect(moving).toBe(0)
    await page.emulateMedia({
      forcedColors: 'none',
      contrast: 'no-preference',
      reducedMotion: 'no-preference',
    })
  })

  test('swiping scrolls the page, and a long press selects positions', async () => {
    const page = opened()
    await page.setViewportSize({ width: 390, height: 640 })
    await isVertical(page)
    const finger = await page.context().newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    // The neck can be touched before the server has refreshed the session.
    let refresh: (() => void) | undefined
    const refreshing = new Promise<void>(resolve => {
      refresh = resolve
    })
    const held = async (route: Route) => {
      await refreshing
      await route.continue()
    }
    await page.route('**/auth/refresh', held, { times: 1 })
    // Touching a position plays it by default.
    await page.reload()
    await expect(place(page, '6:3')).not.toHaveAttribute('aria-pressed')
    await page.keyboard.press('Shift+S')
    await expect(place(page, '6:3')).toHaveAttribute('aria-pressed', 'false')
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const pressed = () =>
      page
        .locator('[data-neck-position][aria-pressed="true"]')
        .evaluateAll(places => places.map(each => each.getAttribute('data-neck-position')).sort())

    const from = await middle(page, '6:3')
    await touch('touchStart', from)
    await expect(place(page, '6:3')).toHaveAttribute('aria-pressed', 'true')
    const scrolled = await page.evaluate(() => scrollY)
    for (const name of ['5:3', '5:2', '4:2']) await touch('touchMove', await middle(page, name))
    await touch('touchEnd')
    await expect.poll(pressed).toEqual(['4:2', '5:2', '5:3', '6:3'])
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    refresh?.()

    const up = (step: number) => ({ x: from.x, y: from.y - 30 * step })
    // The finger moves immediately, because a late move would count as a long press.
    await Promise.all([touch('touchStart', from), touch('touchMove', up(1))])
    for (const step of [2, 3, 4, 5]) await touch('touchMove', up(step))
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled)
    expect(await pressed()).toEqual(['4:2', '5:2', '5:3', '6:3'])
    await finger.detach()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })
})

test('the URL contains the neck’s state, and opening a link shows a shared view until the user keeps it', {
  tag: '@soak',
}, async ({ page, openNeck, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withMidi(page)
  await openNeck(page)
  await page.keyboard.press('Shift+A')
  await place(page, '5:3').click()
  await expect(page).toHaveURL(/show=all\.octaves\.degrees\.select&shape=/)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // The page's own URL does not count as a shared link, even after a reload.
  await page.reload()
  await expect(allNotes(page)).toBeAttached()
  await expect(page.getByText('viewing a shared link')).toHaveCount(0)

  await page.keyboard.press('Shift+A')
  await expect(scaleNotes(page)).toBeAttached()
  const other = await context.newPage()
  await withMidi(other)
  await other.goto(link)
  await expect(other.getByText('viewing a shared link')).toBeVisible()
  await expect(allNotes(other)).toBeAttached()
  await expect(place(other, '5:3')).toHaveAttribute('aria-pressed', 'true')
  await other.getByRole('button', { name: 'Back to my settings' }).click()
  await expect(scaleNotes(other)).toBeAttached()
  await other.goto(link)
  await other.getByRole('button', { name: 'Keep this view' }).click()
  await expect(other.getByText('viewing a shared link')).toHaveCount(0)
  await other.goto(`${new URL(link).origin}/fretboard`)
  await expect(allNotes(other)).toBeAttached()
})
