// The trainers, the metronome and the exercises in a real browser: by key, by mouse, on the neck and by MIDI.
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/accessible.js'
import { heard, hide, inTime, play, SYNTH, withMidi, withThrottling } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { sharedPage } from '../support/shared-page.js'
import { tool } from '../support/songs.js'
import { heardNow, withEar } from '../support/sound.js'
import { expect, test } from '../support/test.js'

const SCALE = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const OPEN = [64, 59, 55, 50, 45, 40]

const asked = (page: Page) => page.locator('[data-round]')
const verdict = (page: Page) => asked(page).locator('[data-verdict]')
const onlyThis = (page: Page, kind: string) =>
  page.getByRole('listitem').filter({ hasText: kind }).getByRole('button', { name: 'Only this' })

/** A verdict shows for less than a second: the wait for it begins before the answer. */
async function says(page: Page, words: RegExp, answer: () => Promise<unknown>): Promise<void> {
  await Promise.all([verdict(page).filter({ hasText: words }).waitFor(), answer()])
}

/** The pitch of the position that is asked, from its words. */
async function askedPitch(page: Page): Promise<number> {
  const words = (await asked(page).getByRole('heading').textContent()) ?? ''
  const [, string = '', fret = ''] = /String (\d+), fret (\d+)/.exec(words) ?? []
  return (OPEN[Number(string) - 1] ?? 0) + Number(fret)
}

test.describe('on one page', () => {
  const opened = sharedPage('/practice/train', DEMO.email)

  test('a round begins by one key, is answered by letter and by MIDI, and says how it went', async () => {
    const page = opened()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Control+Alt+D')
    await expect(asked(page)).toBeVisible()
    await expect(asked(page).getByText('Which note is this?')).toBeVisible()
    await page.locator('[data-neck-position]').first().waitFor({ state: 'attached' })
    // Natural notes come first: their letters are their keys.
    const letter = (SCALE[(await askedPitch(page)) % 12] ?? '').toLowerCase()
    await says(page, /^Right: /, () => page.keyboard.press(letter))
    await expect(verdict(page)).toHaveCount(0)
    // An octave up: a name has no octave.
    const octaveUp = (await askedPitch(page)) + 12
    await says(page, /^Right: /, () => play(page, [0x90, octaveUp, 90]))
    await expect(verdict(page)).toHaveCount(0)
    await play(page, [0x90, (await askedPitch(page)) + 1, 90])
    await expect(verdict(page)).toHaveText(/^Wrong\. Answer: /)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    const summary = page.getByRole('region', { name: 'Your round' })
    await expect(summary.getByText('2 of 3 right')).toBeVisible()
    await expect(summary.getByRole('listitem')).toHaveText([/^String \d, fret \d: /])
    await summary.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/[12] to repeat|0 to repeat/)).toBeVisible()
  })

  test('notes are found on the neck itself', async () => {
    const page = opened()
    await onlyThis(page, 'Find notes').click()
    const words = (await asked(page).getByRole('heading').textContent()) ?? ''
    const wanted = SCALE.indexOf(/Find all ([A-G])/.exec(words)?.[1] ?? '')
    const places = OPEN.flatMap((open, index) =>
      [0, 1, 2, 3, 4, 5].flatMap(fret => ((open + fret) % 12 === wanted ? [`${index + 1}:${fret}`] : [])),
    )
    await says(page, /^Right: /, async () => {
      for (const place of places) await page.locator(`[data-neck-position="${place}"]`).click()
    })
    await asked(page).getByRole('button', { name: 'End the round' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  test('intervals are heard, and heard again by one key', async () => {
    const page = opened()
    await onlyThis(page, 'Intervals by ear').click()
    await asked(page).getByRole('button', { name: 'Octave' }).waitFor()
    await says(page, /^Right: Octave\.$/, () => page.keyboard.press('='))
    await asked(page).getByRole('button', { name: 'End the round' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  test('the metronome keeps the time, and its tab is next to the trainers', async () => {
    const page = opened()
    await page.getByRole('navigation', { name: 'Practice' }).getByRole('link', { name: 'Metronome' }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.locator('[data-now]')).toHaveCount(1)
    await page.keyboard.press('Control+Alt+M')
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Practice' }).getByRole('link', { name: 'Train' }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  })

  test('an exercise is opened looped and judged, on the strings where it is played', async () => {
    const page = opened()
    await page.getByRole('button', { name: 'Fingers 1 2 3 4' }).click()
    await expect(page).toHaveURL(/\/fretboard$/)
    await expect(tool(page, 'Loop on or off')).toHaveAttribute('aria-pressed', 'true')
    await expect(tool(page, 'Judge my playing, on or off')).toHaveAttribute('aria-pressed', 'true')
    await expect(tool(page, 'Tempo ladder, on or off')).toHaveAttribute('aria-pressed', 'true')
    await expect(tool(page, 'Tempo 60 %')).toBeVisible()
    // Each finger on its fret: four in a row on every string.
    await expect(page.locator('[data-note]').first()).toBeVisible()
    const frets = await page.locator('[data-note]').allTextContents()
    expect(frets.slice(0, 8).map(text => text.trim())).toEqual(['5', '6', '7', '8', '5', '6', '7', '8'])
  })
})

test('the metronome is exact in a hidden tab', async ({ page, openNeck }) => {
  await withThrottling(page)
  await withMidi(page)
  await openNeck(page)
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await page.getByRole('link', { name: 'Practice', exact: true }).click()
  await page.getByRole('link', { name: 'Metronome' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const clicks = async () => (await heard(page)).filter(({ bytes }) => bytes[0] === 0x99)
  await expect.poll(async () => (await clicks()).length).toBeGreaterThan(0)
  await hide(page)
  const { length: seen } = await clicks()
  // Ninety beats a minute; the page's own timers wait for a minute now.
  await expect
    .poll(async () => inTime((await clicks()).slice(seen), 60_000 / 90), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(6)
})

test('questions and the metronome are heard where no other page was opened before', async ({
  page,
  openPath,
}) => {
  await withEar(page)
  await openPath(page, '/practice/train')
  await onlyThis(page, 'Intervals by ear').click()
  await expect
    .poll(async () => {
      await asked(page).getByRole('button', { name: 'Hear it again' }).click()
      return heardNow(page)
    })
    .toBeGreaterThan(0.02)
  await page.goto('/metronome')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => heardNow(page)).toBeGreaterThan(0.02)
})
