import type { Page } from '@playwright/test'
import { play } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { sharedPage } from '../support/shared-page.js'
import { tool } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const SCALE = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const OPEN = [64, 59, 55, 50, 45, 40]
const asked = (page: Page) => page.locator('[data-round]')
const verdict = (page: Page) => asked(page).locator('[data-verdict]')

/** Starts waiting for the result before answering, because it is shown for less than a second. */
async function says(page: Page, words: RegExp, answer: () => Promise<unknown>): Promise<void> {
  await Promise.all([verdict(page).filter({ hasText: words }).waitFor(), answer()])
}

/** Returns the pitch at the position that the question asks for. */
async function askedPitch(page: Page): Promise<number> {
  const words = (await asked(page).getByRole('heading').textContent()) ?? ''
  const [, string = '', fret = 0] = /string (\d+)(?:, fret (\d+))?/i.exec(words) ?? []
  return (OPEN[Number(string) - 1] ?? 0) + Number(fret)
}

test.describe('training', () => {
  const opened = sharedPage('/practice/train', DEMO.email)

  test('one key starts a training round, letters and MIDI notes answer its questions, and a summary follows', async () => {
    const page = opened()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await page.keyboard.press('Control+Alt+D')
    await expect(asked(page)).toBeVisible()
    await expect(asked(page).getByText('Which note is this?')).toBeVisible()
    await page.locator('[data-neck-position]').first().waitFor({ state: 'attached' })
    // The first questions are natural notes, which can be answered by pressing their letters.
    const letter = (SCALE[(await askedPitch(page)) % 12] ?? '').toLowerCase()
    await says(page, /^Correct: /, () => page.keyboard.press(letter))
    await expect(verdict(page)).toHaveCount(0)
    // The octave of an answer does not matter.
    const octaveUp = (await askedPitch(page)) + 12
    await says(page, /^Correct: /, () => play(page, [0x90, octaveUp, 90]))
    await expect(verdict(page)).toHaveCount(0)
    await play(page, [0x90, (await askedPitch(page)) + 1, 90])
    await expect(verdict(page)).toHaveText(/^Wrong\. Answer: /)
    await page.keyboard.press('Escape')
    const summary = page.getByRole('region', { name: 'Your round' })
    await expect(summary.getByText('2 of 3 correct')).toBeVisible()
    await expect(summary.getByRole('listitem')).toHaveText([/^String \d, fret \d: /])
    await summary.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/^[012] due, \d+ new/)).toBeVisible()
  })

  test('an exercise opens with loop and feedback, on the expected strings', {
    tag: '@soak',
  }, async () => {
    const page = opened()
    await page.getByRole('button', { name: 'Fingers 1 2 3 4' }).click()
    await expect(page).toHaveURL(/\/fretboard$/)
    await expect(tool(page, 'Toggle loop')).toHaveAttribute('aria-pressed', 'true')
    await expect(tool(page, 'Toggle feedback')).toHaveAttribute('aria-pressed', 'true')
    await tool(page, /^Tempo 60 ?%/).click()
    await expect(page.getByRole('switch', { name: 'Speed trainer' })).toBeChecked()
    // The exercise uses one finger per fret, so each string has four notes.
    await expect(page.locator('[data-note]').first()).toBeVisible()
    const frets = await page.locator('[data-note]').allTextContents()
    expect(frets.slice(0, 8).map(text => text.trim())).toEqual(['5', '6', '7', '8', '5', '6', '7', '8'])
  })
})
