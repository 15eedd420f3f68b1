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

/** A section of one's own, and the menu of sections. */
async function markSection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play Greensleeves' }).click()
  await page.locator('[data-tablature]').waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+R')
  const sections = page.getByRole('button', { name: 'Sections of the song' })
  // On a phone and a tablet the tools are in a sheet.
  if (!(await sections.isVisible())) await page.getByRole('button', { name: 'Tools' }).click()
  await sections.click()
  await page.getByRole('textbox', { name: /are called$/ }).fill('Refrain')
  await page.getByRole('button', { name: 'Mark', exact: true }).click()
  await page.getByRole('button', { name: /^Refrain: bars/ }).waitFor()
  await settled(page)
}

const inGermanWithFreeTake = async (page: Page, url: string) => {
  await inGerman(page, url)
  await withFreeTake(page)
}

/** Takes of two weeks, kept as the page keeps them. */
async function showTakes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now()
    const take = (song: string, day: number, accuracy: number, tempo: number) => ({
      ...{ song, name: song, from: 5, to: 8, at: now - day * 86_400_000, ms: 240_000, tempo, accuracy },
    })
    const list = [
      ...[13, 12, 9].map((day, index) => take('Asturias', day, 0.7 + index / 10, 60 + index * 5)),
      ...[6, 4, 3, 1, 0].map((day, index) => ({
        ...take('Greensleeves', day, 0.6 + index / 20, 70 + index * 5),
        section: index % 2 === 0 ? 'Refrain' : 'Verse',
      })),
      ...[2, 1].map(day => take('Blackbird', day, 0.97, 75)),
    ]
    const [, payload = ''] = /eyJ[\w-]+\.(eyJ[\w-]+)/.exec(decodeURIComponent(document.cookie)) ?? []
    const { sub = '' } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')) || '{}')
    localStorage.setItem(
      'fretworkProgress',
      JSON.stringify({ version: '1', goalMinutes: 60, takes: { [sub]: list } }),
    )
  })
  await page.reload()
  await page.getByRole('img').first().waitFor()
  await settled(page)
}

/** All kinds are asked, and the first answer is wrong. */
const askedAll = async (page: Page): Promise<void> => {
  for (const kind of await page.getByRole('switch').all()) if (!(await kind.isChecked())) await kind.check()
  await settled(page)
}
const onlyThis = (row: string) => async (page: Page) => {
  await page.getByRole('listitem').filter({ hasText: row }).getByRole('button').click()
  await page.locator('[data-round]').waitFor()
  await settled(page)
}
const mistaken = (row: string) => async (page: Page) => {
  await onlyThis(row)(page)
  await page.keyboard.press('Shift+Enter')
  await page.locator('[data-verdict]').waitFor()
  await settled(page)
}
const summed = async (page: Page) => {
  await mistaken('Intervals')(page)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Your round' }).waitFor()
  await settled(page)
}
const TRAIN = { path: '/practice/train', loggedIn: true, whole: true } as const

export const PRACTICE_SCREENS: readonly Screen[] = [
  { name: 'practice-empty', path: '/practice', loggedIn: true },
  { name: 'practice-progress', path: '/practice', loggedIn: true, act: showTakes, whole: true },
  { ...TRAIN, name: 'train', act: askedAll },
  { ...TRAIN, name: 'train-position', act: onlyThis('Name positions') },
  { ...TRAIN, name: 'train-find', act: mistaken('Find notes') },
  { ...TRAIN, name: 'train-interval', act: mistaken('Intervals') },
  { ...TRAIN, name: 'train-staff', act: onlyThis('Read notes') },
  { ...TRAIN, name: 'train-summary', act: summed },
  { name: 'metronome', path: '/metronome', loggedIn: true, whole: true },
  { ...FRETBOARD, name: 'practice-take', act: playAlong },
  { ...FRETBOARD, name: 'practice-sections', act: markSection },
  { ...FRETBOARD, name: 'practice-result', act: endTake, whole: true },
  { ...FRETBOARD, name: 'practice-result-german', before: inGermanWithFreeTake, act: endTake, whole: true },
]
