// A pedal learns a command, in a real browser: bound from the palette, pressed, still there after a reload, removed.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import tonejs from '@tonejs/midi'
import { axeFindings } from '../support/accessible.js'
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

/** Steps on the pedal and off again. */
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

  test('the log is filtered by kind, one line of it is copied by keyboard, and it is exported as a MIDI file', async () => {
    const page = opened()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const log = page.getByRole('region', { name: 'MIDI log' })
    await expect(page.getByRole('list', { name: 'MIDI inputs' })).toContainText(GUITAR.name)
    await play(page, [0x90, 64, 100], DOWN, [0x80, 64, 64], UP)
    await expect(log.locator('tbody tr')).toHaveCount(4)
    // The drawers above are still being filled, and push this one down: a click may miss it.
    await expect(async () => {
      await log.getByRole('combobox', { name: 'Kind' }).click({ timeout: 2000 })
      await page.getByRole('option', { name: 'Notes' }).click({ timeout: 2000 })
    }).toPass()
    await expect(log.locator('tbody tr')).toHaveCount(2)

    await log.getByRole('region', { name: 'The 100 newest events' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Line copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\tGK-3\tch1\tE4\t100\t90 40 64$/,
    )

    const downloading = page.waitForEvent('download')
    await log.getByRole('button', { name: 'Export the log as a MIDI file' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^midi-log-\d{4}-\d\d-\d\d-\d{6}\.mid$/)
    const song = new tonejs.Midi(await readFile(await download.path()))
    expect(song.tracks.flatMap(({ notes }) => notes.map(({ midi }) => midi))).toEqual([64])
    expect(song.tracks.flatMap(({ controlChanges }) => controlChanges[80] ?? [])).toHaveLength(2)
  })

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
    expect(await axeFindings(page)).toEqual([])
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
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: `Remove: ${CONTROL}` }).click()
    await expect(page.getByText('No control is bound yet.')).toBeVisible()
    expect(errors).toEqual([])
  })
})
