// Tablature in a real browser: it scrolls with the song, notes are put on other strings by key and mouse, and stay there.
import type { Locator, Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { DEMO } from '../support/product.js'
import { sharedNeck } from '../support/shared-page.js'
import { noSong, tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const panel = (page: Page) => page.getByRole('region', { name: 'Tablature' })
const lane = (page: Page) => page.locator('[data-tablature]')
const track = (page: Page) => page.locator('[data-track]')
const words = (page: Page) => page.locator('[data-chosen-note]')
const pinned = (page: Page) => lane(page).locator('[data-note][data-pinned]')

/** How wide a bar of Greensleeves is, three quarters long, in pixels. */
const BAR = 192
/** Of its pickup, an eighth, which is the first bar. */
const PICKUP = 32

/** Where the tablature is scrolled to, in pixels, whichever bars are drawn. */
const scrolled = (page: Page) =>
  track(page).evaluate(
    (element, [bar, pickup]) => {
      const first = Number(element.querySelector('[data-bar]')?.getAttribute('data-bar') ?? 1)
      const before = first === 1 ? 0 : pickup + (first - 2) * bar
      return new DOMMatrix(getComputedStyle(element).transform).e - before
    },
    [BAR, PICKUP] as const,
  )

/** The positions are found, and the neck shows their frets. */
const found = (page: Page) => expect(panel(page)).toHaveAttribute('aria-busy', 'false')

async function playGreensleeves(page: Page): Promise<void> {
  await noSong(page).getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect(panel(page)).toBeVisible()
}

/** The song is open and at its beginning, and its positions are found. */
async function atBeginning(page: Page): Promise<void> {
  if (await panel(page).isHidden()) {
    await playGreensleeves(page)
    await tool(page, 'Pause the song').click()
  }
  const place = page.locator('[data-song-place]')
  // From another bar: if the song is at its beginning already, the lane stays where it was scrolled by hand.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(place).not.toHaveText('bar 1.6')
  await tool(page, 'Back to the beginning of the song').click()
  await expect(place).toHaveText('bar 1.6')
  await expect(lane(page).locator('[data-bar="1"]')).toBeInViewport()
  await found(page)
}

/** @param string the one below, on which the note is seen before it is released */
async function dragDown(page: Page, note: Locator, pixels: number, string: string): Promise<void> {
  const box = await note.boundingBox()
  if (!box) throw new Error('The note is not on the screen.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + pixels, { steps: 4 })
  await expect(note).toHaveAttribute('data-string', string)
  await page.mouse.up()
}

test.describe('on one page', () => {
  const opened = sharedNeck(DEMO.email)

  test('scrolls under its playhead while the song plays, and keeps few bars in the page', async () => {
    const page = opened()
    await expect(panel(page)).toBeHidden()
    await expect(page.locator('[data-fret-range]')).toHaveCount(0)
    await playGreensleeves(page)
    const first = await scrolled(page)
    await expect.poll(() => scrolled(page)).toBeLessThan(first - 60)
    expect(await lane(page).locator('[data-bar]').count()).toBeLessThan(40)
    await tool(page, 'Pause the song').click()
    const rests = await scrolled(page)
    await lane(page).press('PageDown')
    expect(await scrolled(page)).toBeLessThan(rests)
  })

  for (const [device, width, height] of [
    ['laptop', 1366, 768],
    ['phone', 390, 844],
  ] as const) {
    test(`neck, tablature and transport are in sight together on a ${device}`, async () => {
      const page = opened()
      await atBeginning(page)
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      const edges = async (part: Locator) => {
        const box = await part.boundingBox()
        return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? Number.NaN) }
      }
      // The neck gets another size a moment after the window.
      await expect(async () => {
        const neck = await edges(page.getByRole('group', { name: 'Guitar neck' }))
        const lane = await edges(panel(page))
        const dock = await edges(transport(page))
        expect(neck.top).toBeGreaterThan(0)
        expect(neck.bottom).toBeLessThan(lane.top)
        expect(lane.bottom).toBeLessThanOrEqual(dock.top)
        expect(dock.bottom).toBeLessThanOrEqual(height)
      }).toPass()
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  }

  test('scrolls where a number is dragged sideways, and moves no note that is dropped where it was or given up', async () => {
    const page = opened()
    await atBeginning(page)
    const high = lane(page).locator('[data-note][data-string="1"]').first()
    const note = lane(page).locator(`[data-note="${await high.getAttribute('data-note')}"]`)
    const box = await note.boundingBox()
    if (!box) throw new Error('The note is not on the screen.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const before = await scrolled(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y + 22, { steps: 6 })
    await page.mouse.up()
    expect(await scrolled(page)).toBeLessThan(before - 40)

    const now = { x: x - 60, y }
    await page.mouse.move(now.x, now.y)
    await page.mouse.down()
    await page.mouse.move(now.x, now.y + 22, { steps: 6 })
    // A note is released or given up as it is drawn by then.
    await expect(note).toHaveAttribute('data-string', '2')
    await page.mouse.move(now.x, now.y, { steps: 6 })
    await expect(note).toHaveAttribute('data-string', '1')
    await page.mouse.up()
    await page.mouse.down()
    await page.mouse.move(now.x, now.y + 22, { steps: 6 })
    await expect(note).toHaveAttribute('data-string', '2')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(panel(page).getByRole('button', { name: 'Undo tablature change' })).toBeDisabled()
    await expect(pinned(page)).toHaveCount(0)
  })

  test('goes from bar to bar with reduced motion', async () => {
    const page = opened()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await atBeginning(page)
    await tool(page, 'Play the song').click()
    const seen = new Set<number>()
    await expect
      .poll(async () => {
        seen.add(Math.round(await scrolled(page)))
        return seen.size
      })
      .toBeGreaterThan(2)
    // Whole bars apart, however often one looks; the pickup is a short one.
    const [one = 0, ...others] = seen
    for (const other of others) expect([0, PICKUP, BAR - PICKUP]).toContain(Math.abs(other - one) % BAR)
    await tool(page, 'Pause the song').click()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  test('goes to the bar that is pressed, plays where the hand should be, and is copied as text', async () => {
    const page = opened()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await atBeginning(page)
    const third = await lane(page).locator('[data-bar="3"]').boundingBox()
    if (!third) throw new Error('The third bar is not on the screen.')
    await page.mouse.click(third.x + third.width / 2, third.y + 6)
    await expect(page.locator('[data-song-place]')).toHaveText('bar 3.1')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('hand position')
    await page.getByRole('option', { name: 'Set hand position' }).click()
    for (const [field, fret] of [
      ['First fret', '5'],
      ['Last fret', '9'],
    ] as const) {
      await page.getByRole('combobox', { name: field }).fill(fret)
      // Enter takes what is listed by then.
      await expect(page.getByRole('option').first()).toContainText(fret)
      await page.keyboard.press('Enter')
    }
    await expect(panel(page).getByRole('button', { name: 'Position: frets 5–9' })).toBeVisible()
    await found(page)

    await panel(page).getByRole('button', { name: 'Copy or export tablature' }).click()
    await page.getByRole('menuitem', { name: 'Copy tablature' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Greensleeves\nTuning: E2 A2 D3 G3 B3 E4\n\n {2}1[\s\S]*\ne\|-/)

    await panel(page).getByRole('button', { name: 'Undo tablature change' }).click()
    await expect(panel(page).getByRole('button', { name: 'Position: any' })).toBeVisible()
  })

  test('puts notes on other strings by key and by mouse, takes that back, and has it still after a reload', async () => {
    const page = opened()
    await atBeginning(page)

    await lane(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(words(page)).toHaveText(/^Bar 1, beat \d, A3: string \d, fret \d+$/)
    const before = await words(page).innerText()
    await page.keyboard.press('ArrowDown')
    await expect(words(page)).toHaveText(/, pinned$/)
    expect(await words(page).innerText()).not.toContain(before)
    await expect(pinned(page)).toHaveCount(1)
    await expect(page.locator('[data-layer="tablature.chosen"] circle').first()).toBeVisible()

    await page.keyboard.press('Control+z')
    await expect(words(page)).toHaveText(before)
    await expect(pinned(page)).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(pinned(page)).toHaveCount(1)
    await found(page)

    // A note on the first string is also on the second, further up the neck.
    const high = lane(page).locator('[data-note][data-string="1"]').first()
    const index = await high.getAttribute('data-note')
    const dragged = lane(page).locator(`[data-note="${index}"]`)
    await dragDown(page, dragged, 20, '2')
    await expect(pinned(page)).toHaveCount(2)
    await expect(dragged).toHaveAttribute('data-string', '2')
    expect(await axeFindings(page)).toEqual([])

    await page.reload()
    // It is still open.
    await expect(panel(page)).toBeVisible()
    await atBeginning(page)
    await expect(pinned(page)).toHaveCount(2)
    await expect(dragged).toHaveAttribute('data-string', '2')

    await panel(page).getByRole('button', { name: 'Unpin all notes' }).click()
    await expect(pinned(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(pinned(page)).toHaveCount(2)
    await panel(page).getByRole('button', { name: 'Unpin all notes' }).click()
    await expect(pinned(page)).toHaveCount(0)
  })

  test('keeps the hand where it is dragged along the fret numbers, until one of them is pressed', async () => {
    const page = opened()
    const strip = page.locator('[data-fret-range]')
    await atBeginning(page)
    const middleOf = async (fret: number) => {
      const box = await page.locator(`[data-fret-space="${fret}"]`).boundingBox()
      if (!box) throw new Error(`The number of fret ${fret} is not on the screen.`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const from = await middleOf(5)
    const to = await middleOf(2)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    // The strip is narrow; the pointer leaves it and is still followed.
    await page.mouse.move(to.x, to.y - 60, { steps: 4 })
    await expect(strip).toHaveAttribute('data-fret-range', '2-5')
    await page.mouse.up()
    const zone = panel(page).getByRole('button', { name: 'Position: frets 2–5' })
    await expect(zone).toBeVisible()
    await found(page)
    expect(await axeFindings(page)).toEqual([])
    const begun = await middleOf(3)
    const given = await middleOf(5)
    await page.mouse.move(begun.x, begun.y)
    await page.mouse.down()
    await page.mouse.move(given.x, given.y, { steps: 4 })
    await expect(strip).toHaveAttribute('data-fret-range', '3-5')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(strip).toHaveAttribute('data-fret-range', '2-5')
    // The neck may show other frets by now.
    const third = await middleOf(3)
    await page.mouse.click(third.x, third.y)
    await expect(panel(page).getByRole('button', { name: 'Position: any' })).toBeVisible()
    await expect(strip).toHaveAttribute('data-fret-range', '')
    await found(page)

    // A finger, which would scroll the neck or leave the page anywhere else.
    const finger = await page.context().newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const [first, last] = [await middleOf(2), await middleOf(4)]
    await touch('touchStart', first)
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', { x: first.x + (last.x - first.x) * share, y: first.y })
    await expect(strip).toHaveAttribute('data-fret-range', '2-4')
    await touch('touchEnd')
    await expect(panel(page).getByRole('button', { name: 'Position: frets 2–4' })).toBeVisible()
  })
})
