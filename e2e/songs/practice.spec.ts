import type { Page } from '@playwright/test'
import { heard, hide, inTime, lit, SYNTH, withMidi, withThrottling } from '../support/midi.js'
import { sharedNeck } from '../support/shared-page.js'
import { openFile, songFile, tool, tracks, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const QUARTER_MS = 500
const FIRST_PITCH = 60

/** Eight bars of quarters at 120, each a semitone above the one before, and a drone on the second channel. */
const SCALE = {
  tracks: [
    {
      name: 'Steps',
      notes: Array.from({ length: 32 }, (_, index) => ({
        midi: FIRST_PITCH + (index % 16),
        time: index / 2,
        duration: 0.4,
      })),
    },
    { name: 'Drone', channel: 1, notes: [{ midi: 40, time: 0, duration: 16 }] },
  ],
}

const loop = (page: Page) => tool(page, 'Loop on or off')

/** Under a name of its own: what is set for a song stays with it. */
async function openScale(page: Page, name = 'Scale'): Promise<void> {
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await openFile(page, songFile(name, { header: { name }, ...SCALE }))
  // Another song may have been open until now.
  await expect(transport(page).getByText(name, { exact: true })).toBeVisible()
  await expect(tool(page, 'Play the song')).toBeVisible()
  // With its positions the neck may get other frets, which moves what is below.
  await expect(page.getByRole('region', { name: 'Tablature' })).toHaveAttribute('aria-busy', 'false')
  // The last of the tools: what is measured or clicked before would still move.
  await expect(tool(page, 'Record over the song')).toBeVisible()
}

/** Notes that began on the first channel: their pitches, and when they are due. */
async function steps(page: Page): Promise<{ pitch: number; at: number }[]> {
  const sent = await heard(page)
  return sent.filter(({ bytes }) => bytes[0] === 0x90).map(({ bytes, at }) => ({ pitch: bytes[1] ?? 0, at }))
}

/** What began and has not ended. */
async function hanging(page: Page): Promise<string[]> {
  const open = new Set<string>()
  for (const { bytes } of await heard(page)) {
    const [status = 0, pitch = 0] = bytes
    if (status >> 4 === 9) open.add(`${status & 15}:${pitch}`)
    if (status >> 4 === 8) open.delete(`${status & 15}:${pitch}`)
  }
  return [...open]
}

/** The role of the landmark that covers the middle of an element, or '' where it is what one sees there. */
function coveredBy(element: Element): string {
  const { left, top, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return seen && element.contains(seen)
    ? ''
    : (seen?.closest('header, footer, nav, main')?.tagName ?? 'nothing')
}

test.describe('on one page', () => {
  const opened = sharedNeck()

  test('mutes one track, transposes the other, and outlines upcoming notes', async () => {
    const page = opened()
    await openScale(page, 'Muted')
    const mute = (await tracks(page)).getByRole('button', { name: 'Mute Drone' })
    // Where it is behind the dock, it comes into sight with the focus.
    await mute.evaluate(button =>
      window.scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 20),
    )
    await mute.focus()
    await expect.poll(() => mute.evaluate(coveredBy)).toBe('')
    await mute.click()
    await page.keyboard.press('Control+Shift+ArrowUp')
    await tool(page, 'Playback options').click()
    const options = page.getByRole('dialog', { name: 'Playback options' })
    await expect(options.getByRole('status', { name: 'Transposed by +1 semitone' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(options).toBeHidden()
    await expect(page.locator('[data-layer="player.upcoming"] circle').first()).toBeVisible()
    await tool(page, 'Play the song').click()
    await expect.poll(async () => (await steps(page)).length).toBeGreaterThan(1)
    await tool(page, 'Pause the song').click()
    expect((await steps(page))[0]?.pitch).toBe(FIRST_PITCH + 1)
    expect((await heard(page)).some(({ bytes }) => bytes[0] === 0x91)).toBe(false)
    await tool(page, 'Playback options').click()
    await options.getByRole('button', { name: 'Transpose the song down a semitone' }).click()
    await expect(options.getByRole('status', { name: 'Transposed by 0 semitones' })).toBeVisible()
  })

  test('loops bars that are drawn with the mouse, slower, and without a gap at the seam', {
    tag: '@soak',
  }, async () => {
    const page = opened()
    await openScale(page, 'Looped')
    const lane = await page.locator('[data-loop-lane]').boundingBox()
    if (!lane) throw new Error('The lane of the loop is not shown.')
    const middle = lane.y + lane.height / 2
    // From the second bar of eight to the same one.
    await page.mouse.move(lane.x + lane.width * 0.16, middle)
    await page.mouse.down()
    await page.mouse.move(lane.x + lane.width * 0.22, middle, { steps: 3 })
    await page.mouse.up()
    await expect(loop(page)).toHaveText('Bars 2–2')
    await expect(loop(page)).toHaveAttribute('aria-pressed', 'true')

    await tool(page, 'Tempo 100 %').click()
    const tempo = page.getByRole('dialog', { name: 'Tempo' })
    await expect(tempo).toHaveCSS('position', 'fixed')
    for (let press = 0; press < 4; press += 1)
      await tempo.getByRole('button', { name: 'Play 5 % faster' }).click()
    await expect(tool(page, 'Tempo 120 %')).toBeVisible()
    await tempo.getByRole('button', { name: '100 %', exact: true }).click()
    await expect(tool(page, 'Tempo 100 %')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tempo).toBeHidden()
    for (const percent of [95, 90, 85, 80]) {
      await page.locator('body').press('Control+ArrowDown')
      await expect(tool(page, `Tempo ${percent} %`)).toBeVisible()
    }

    await page.locator('body').press('Shift+ArrowRight')
    await tool(page, 'Play the song').click()
    // More than the loop has: a gap at the seam would be between them. How many are late the bench measures.
    await expect
      .poll(async () => inTime(await steps(page), QUARTER_MS / 0.8), { timeout: 60_000 })
      .toBeGreaterThan(4)
    await tool(page, 'Pause the song').click()
    const pitches = (await steps(page)).map(({ pitch }) => pitch - FIRST_PITCH)
    expect(pitches).toEqual(pitches.map((_, index) => 4 + (index % 4)))
    await expect.poll(() => hanging(page)).toEqual([])
    await expect.poll(() => lit(page)).toEqual([])
  })
})

test('plays on time in a hidden tab', { tag: '@soak' }, async ({ page, openNeck }) => {
  await withThrottling(page)
  await withMidi(page)
  await openNeck(page)
  await openScale(page)
  // All of it, so that it is not over before a busy machine has had eight notes in time.
  await page.locator('body').press('Control+Shift+ArrowLeft')
  await expect(loop(page)).toHaveText('Bars 1–8')
  await tool(page, 'Play the song').click()
  await hide(page)
  const { length: seen } = await steps(page)
  // The page's own timers wait for a minute now. How many are late is measured in bench/song/song-player.bench.ts.
  await expect
    .poll(async () => inTime((await steps(page)).slice(seen), QUARTER_MS), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(8)
  const pitches = (await steps(page)).map(({ pitch }) => pitch - FIRST_PITCH)
  expect(pitches).toEqual(pitches.map((_, index) => index % 16))
})
