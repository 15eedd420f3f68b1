// Practice: a take that is judged, and what became of it.
import type { Page } from 'playwright'
import { play } from '../../e2e/support/midi.js'
import { inGerman } from './answers.js'
import { painted, type Screen, settled } from './screen.js'

/** One take is free: each picture has its own. */
const withFreeTake = (page: Page) =>
  page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith('Judging')) localStorage.removeItem(key)
  })

const FRETBOARD = { path: '/fretboard', loggedIn: true, before: withFreeTake } as const
/** The first notes of Greensleeves, one of them wrong. */
const NOTES = [69, 72, 75, 76, 77, 76, 74, 71]
const EIGHTH_MS = 330

async function playAlong(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play Greensleeves|Greensleeves spielen)$/ }).click()
  await page.locator('[data-tablature]').waitFor()
  await page.keyboard.press('Shift+Z')
  await page.locator('[data-sounding]').first().waitFor()
  for (const pitch of NOTES) {
    await play(page, [0x90, pitch, 90])
    await page.waitForTimeout(EIGHTH_MS)
    await play(page, [0x80, pitch, 0])
  }
  await painted(page)
}

async function endTake(page: Page): Promise<void> {
  await playAlong(page)
  await page.keyboard.press('Space')
  await page.locator('[data-take]').waitFor()
  await page.locator('[data-take]').scrollIntoViewIfNeeded()
  await settled(page)
}

const inGermanWithFreeTake = async (page: Page, url: string) => {
  await inGerman(page, url)
  await withFreeTake(page)
}

export const PRACTICE_SCREENS: readonly Screen[] = [
  { ...FRETBOARD, name: 'practice-take', act: playAlong },
  { ...FRETBOARD, name: 'practice-result', act: endTake, whole: true },
  { ...FRETBOARD, name: 'practice-result-german', before: inGermanWithFreeTake, act: endTake, whole: true },
]
