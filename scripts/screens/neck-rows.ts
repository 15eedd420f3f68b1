// The neck in its kinds: for either hand, standing, with everything on, of other instruments, from a link.
import type { Page } from 'playwright'
import { inGerman } from './answers.js'
import { type Screen, settled } from './screen.js'

const FRETBOARD = { path: '/fretboard', loggedIn: true } as const

/** Opened from a link, so that stored settings don’t matter. */
const shown = (name: string, parameters: Readonly<Record<string, string>>): Screen => ({
  ...FRETBOARD,
  name: `neck-${name}`,
  path: `/fretboard?${new URLSearchParams(parameters)}`,
  act: settled,
})

async function openInstrument(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Instrument)$/ }).click()
  await settled(page)
}

const PLAIN = { show: 'octaves.degrees.select' }
const EIGHT = 'F#1.B1.E2.A2.D3.G3.B3.E4_Eight'

/** A song at rest, one note of its tablature put on another string, the next one chosen. */
async function pinNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play Greensleeves|Greensleeves spielen)$/ }).click()
  const tablature = page.locator('[data-tablature]')
  await tablature.waitFor()
  await page.keyboard.press('Control+Enter')
  await tablature.focus()
  for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await tablature.scrollIntoViewIfNeeded()
  await settled(page)
}

/** The same song as staff and tablature, a beat of its second bar chosen. */
async function showNotation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Play Greensleeves|Greensleeves spielen)$/ }).click()
  await page.locator('[data-tablature]').waitFor()
  await page.keyboard.press('Control+Enter')
  const panel = page.locator('section').filter({ has: page.locator('[data-tablature]') })
  await panel
    .getByText(/^(Notation|Noten)$/)
    .or(panel.getByRole('button', { name: /^(Notation|Noten)$/ }))
    .first()
    .click()
  const notation = page.locator('[data-notation]')
  await notation.locator('svg').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await notation.focus()
  for (const key of ['ArrowRight', 'PageDown', 'ArrowRight']) await page.keyboard.press(key)
  await notation.scrollIntoViewIfNeeded()
  await settled(page)
}

export const NECK_SCREENS: readonly Screen[] = [
  shown('left-handed', { ...PLAIN, hand: 'left', nut: 'right' }),
  shown('left-handed-nut-left', { ...PLAIN, hand: 'left' }),
  shown('standing', { ...PLAIN, neck: 'vertical', frets: '0-7' }),
  shown('standing-left-handed', { ...PLAIN, neck: 'vertical', hand: 'left' }),
  shown('banjo', { ...PLAIN, tuning: '13', frets: '0-9' }),
  shown('everything', { show: 'all.octaves.degrees.select', frets: '0-24', tuning: EIGHT, chord: 'Am7' }),
  shown('capo', { ...PLAIN, capo: '3', frets: '0-9' }),
  shown('middle', { ...PLAIN, frets: '5-12' }),
  shown('wrong-link', { scale: 'Q Nope', capo: '77', frets: '9-2' }),
  { ...FRETBOARD, name: 'neck-instrument', act: openInstrument },
  { ...FRETBOARD, name: 'neck-instrument-german', before: inGerman, act: openInstrument },
  { ...FRETBOARD, name: 'tablature', act: pinNote },
  { ...FRETBOARD, name: 'tablature-german', before: inGerman, act: pinNote },
  { ...FRETBOARD, name: 'notation', act: showNotation },
]
