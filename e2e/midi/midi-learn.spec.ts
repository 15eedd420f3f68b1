import type { Page } from '@playwright/test'
import { GUITAR, play } from '../support/midi.js'
import { allNotes, scaleNotes } from '../support/neck.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const DOWN = [0xb0, 80, 127]
const UP = [0xb0, 80, 0]
const CONTROL = 'CC 80 (General Purpose Controller 5), channel 1'

/** By the page's own links: a reload would restart the device. */
async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill(words)
  await page.getByRole('option').first().click()
}

const step = (page: Page): Promise<void> => play(page, DOWN, UP)

/** Steps on the pedal until something comes of it: what hears it is there a moment later than what shows it. */
async function stepUntil(page: Page, seen: (timeout: number) => Promise<void>): Promise<void> {
  await expect(async () => {
    await step(page)
    await seen(5000)
  }).toPass()
}

test.describe('on one page', () => {
  const opened = sharedNeck()

  test('a pedal learns a command from the palette, runs it, also after a reload, and forgets it again', async () => {
    const page = opened()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    await expect(page.getByRole('list', { name: 'MIDI inputs' })).toContainText(GUITAR.name)
    await expect(scaleNotes(page)).toBeAttached()

    await goTo(page, 'learn a midi control')
    // Exactly: until the next step is drawn there is the field for all commands.
    await page.getByRole('combobox', { name: 'Command', exact: true }).fill('show all notes')
    await page.getByRole('option').first().click()
    const dialog = page.getByRole('dialog', { name: 'Learn a MIDI control' })
    await expect(dialog.getByText('Press the pedal, turn the knob or strike the pad …')).toBeVisible()
    await stepUntil(page, timeout => expect(dialog.getByText(CONTROL)).toBeVisible({ timeout }))
    await dialog.getByRole('button', { name: 'Bind' }).click()
    await expect(page.getByRole('row', { name: CONTROL })).toContainText('Show all notes')

    // Here the command cannot be used: that is said once (a second time would be counted), however often one steps on it.
    await play(page, ...Array.from({ length: 5 }, () => [DOWN, UP]).flat())
    await expect(
      page.getByText(`${CONTROL}: “Show all notes” cannot be used here.`, { exact: true }),
    ).toHaveCount(1)

    await goTo(page, 'fretboard')
    await expect(scaleNotes(page)).toBeAttached()
    await step(page)
    await expect(allNotes(page)).toBeAttached()

    await page.reload()
    await expect(page.getByRole('list', { name: 'MIDI inputs' })).toContainText(GUITAR.name)
    await expect(allNotes(page)).toBeAttached()
    await stepUntil(page, timeout => expect(scaleNotes(page)).toBeAttached({ timeout }))

    await goTo(page, 'midi controls')
    await page.getByRole('button', { name: `Remove: ${CONTROL}` }).click()
    await expect(page.getByText('No control is bound yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: CONTROL })).toBeVisible()
    await page.getByRole('button', { name: `Remove: ${CONTROL}` }).click()
    await expect(page.getByText('No control is bound yet.')).toBeVisible()
    expect(errors).toEqual([])
  })
})
