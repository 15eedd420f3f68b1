// The fretboard page in a real browser: selected and played by pointer and keys, remembered, accessible.
import type { Page } from '@playwright/test'
import { findingsInBothSchemes } from '../support/accessible.js'
import { heard, lit, play, SYNTH, withMidi } from '../support/midi.js'
import { inViewMenu } from '../support/neck.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const place = (page: Page, name: string) => page.locator(`[data-neck-position="${name}"]`)
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-neck-position'))

test.describe('on one page', () => {
  const opened = sharedNeck()

  // The first: the Tab key goes on from where the last click was.
  test('reaches the neck, its tools and the drawers by the Tab key alone', async () => {
    const page = opened()
    // The drawers come after the neck; one that came behind the focus would be missed.
    await expect(page.getByRole('textbox', { name: 'Filter the log' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Panic' })).toBeVisible()
    await page.locator('body').press('Home')
    const names: string[] = []
    for (let stop = 0; stop < 120; stop += 1) {
      await page.keyboard.press('Tab')
      names.push(
        await page.evaluate(() => {
          const element = document.activeElement
          return (
            element?.getAttribute('data-neck-position') ??
            element?.getAttribute('aria-label') ??
            element?.textContent ??
            ''
          )
        }),
      )
      if (names.at(-1) === 'Filter the log') break
    }
    for (const wanted of ['Tuning', 'View', '6:0', 'Device status', 'MIDI log', 'Filter the log', 'Panic']) {
      expect(names).toContain(wanted)
    }
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
    const octaves = page.getByRole('switch', { name: 'Show octaves' })
    await expect(octaves).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(octaves).toBeFocused({ timeout: 100 })
    }).toPass()
  })

  test('is one stop of the Tab key, moved through by arrows and used by Enter', async () => {
    const page = opened()
    await expect(page.locator('[data-neck-position][tabindex="0"]')).toHaveCount(1)
    const neck = page.getByRole('group', { name: 'Guitar neck' })
    await neck.locator('[tabindex="0"]').focus()
    expect(await focused(page)).toBe('6:0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('5:3')
    await expect(place(page, '5:3')).toHaveAccessibleName('String 5, fret 3, C3, root')
    await page.keyboard.press('Enter')
    await expect(place(page, '5:3')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBeNull()
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('5:3')
    await expect(page.locator('[data-neck-position][tabindex="0"]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  test('names the chord of the selected positions', async () => {
    const page = opened()
    for (const name of ['5:3', '4:2', '3:0', '2:0']) await place(page, name).click()
    await expect(page.locator('[data-chord]')).toHaveText('Cmaj7')
    await expect(place(page, '5:3')).toHaveAttribute('aria-pressed', 'true')
    await place(page, '2:0').click()
    await expect(place(page, '2:0')).toHaveAttribute('aria-pressed', 'false')
    await expect(page.locator('[data-chord]')).toHaveText('C')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(page.locator('[data-selected]')).toHaveCount(0)
  })

  test('plays the selection from the lowest string up, on the neck and to the output', async () => {
    const page = opened()
    await page.getByRole('combobox', { name: 'Output' }).click()
    await page.getByRole('option', { name: SYNTH.name }).click()
    for (const name of ['2:1', '4:2', '5:3']) await place(page, name).click()
    await page.keyboard.press('Shift+P')
    await expect.poll(async () => (await heard(page)).length).toBe(6)
    const ons = (await heard(page)).filter(({ bytes }) => bytes[0] === 0x90)
    expect(ons.map(({ bytes }) => bytes[1])).toEqual([48, 52, 60])
    await expect.poll(() => lit(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  test('is played on the computer keyboard, and lets go of everything when the window is left', async () => {
    const page = opened()
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('switch', { name: /^Computer keyboard/ })).toBeChecked()
    await page.keyboard.down('a')
    await expect.poll(() => lit(page)).not.toEqual([])
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect.poll(() => lit(page)).toEqual([])
    await page.keyboard.up('a')
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('switch', { name: /^Computer keyboard/ })).not.toBeChecked()
  })

  for (const width of [1440, 360]) {
    test(`axe finds nothing, and nothing is wider than the window (${width} px)`, async () => {
      const page = opened()
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsInBothSchemes(page)).toEqual([])
      await play(page, [0x90, 48, 100], [0x90, 52, 100], [0x90, 55, 100])
      await expect(page.locator('[data-chord]')).toBeVisible()
      expect(await findingsInBothSchemes(page)).toEqual([])
      await play(page, [0x80, 48, 0], [0x80, 52, 0], [0x80, 55, 0])
      const overhang = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overhang).toBe(0)
    })
  }
})

test.describe('a new user', () => {
  test.use({ firstSteps: true })

  test('has three first steps to do, one after the other, and never again', async ({ page, openNeck }) => {
    await openNeck(page)
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps).toContainText('1 of 3')
    await steps.getByRole('button', { name: 'Play Greensleeves' }).click()
    await expect(steps).toContainText('2 of 3')
    await expect(page.locator('[data-sounding]').first()).toBeVisible()
    await steps.getByRole('button', { name: 'Turn on the keys' }).click()
    await page.keyboard.press('a')
    await expect(steps).toContainText('3 of 3')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Search commands' })).toBeVisible()
    await expect(steps).toBeHidden()
    await page.reload()
    await expect(place(page, '6:0')).toBeVisible()
    await expect(steps).toBeHidden()
  })
})

test('remembers its settings over a reload', async ({ page, openNeck }) => {
  await withMidi(page)
  await openNeck(page)
  await inViewMenu(page, async menu => {
    await menu.getByRole('switch', { name: 'Show degrees' }).click()
    await menu.getByRole('switch', { name: 'Show all notes' }).click()
    await menu.getByText('Play', { exact: true }).click()
  })
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await page.getByRole('combobox', { name: 'Tuning' }).click()
  await page
    .getByRole('option', { name: /Drop D/ })
    .first()
    .click()
  await expect(place(page, '6:0')).toHaveAccessibleName(/D2/)
  await page.reload()
  await inViewMenu(page, async menu => {
    await expect(menu.getByRole('switch', { name: 'Show degrees' })).not.toBeChecked()
    await expect(menu.getByRole('switch', { name: 'Show all notes' })).toBeChecked()
    await expect(menu.getByRole('radio', { name: 'Play' })).toBeChecked()
  })
  await expect(page.getByRole('combobox', { name: 'Output' })).toHaveValue(SYNTH.name)
  await expect(place(page, '6:0')).toHaveAccessibleName(/D2/)
  await expect(page.locator('svg [data-neck-position]:not([data-shown])')).toHaveCount(0)
})
