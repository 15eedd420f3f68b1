import type { Page } from '@playwright/test'
import { GUITAR, lit, play } from '../support/midi.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const CMAJ7 = [48, 52, 55, 59]
const CMAJ7_PLACES = ['2:0', '3:0', '3:4', '4:2', '4:5', '5:3']
const on = (note: number, velocity = 100) => [0x90, note, velocity]
const off = (note: number) => [0x80, note, 64]
const pedal = (value: number) => [0xb0, 64, value]
const log = (page: Page) => page.getByRole('region', { name: 'MIDI log' })

async function logRows(page: Page): Promise<string[][]> {
  const rows = await log(page)
    .locator('tbody tr')
    .evaluateAll(all => all.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent ?? '')))
  return rows.map(([, ...cells]) => cells)
}

test.describe('neck with a MIDI guitar', () => {
  const neck = sharedNeck()

  test('a chord lights exactly its positions, the pedal keeps them lit, and the log lists all messages', async () => {
    const page = neck()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    expect(await lit(page)).toEqual([])

    await play(page, ...CMAJ7.map(note => on(note)))
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)
    await expect(page.locator('[data-chord]')).toHaveAttribute('data-chord', 'Cmaj7')

    await play(page, pedal(127), ...CMAJ7.map(off))
    await expect(page.locator('[data-sounding="ring"]')).toHaveCount(CMAJ7_PLACES.length)
    expect(await lit(page)).toEqual(CMAJ7_PLACES)

    await play(page, pedal(0))
    await expect.poll(() => lit(page)).toEqual([])

    const row = (name: string, value: string) => [GUITAR.name, '1', name, value]
    const names = ['C3', 'E3', 'G3', 'B3'].toReversed()
    await expect
      .poll(() => logRows(page))
      .toEqual([
        row('CC-64', '0'),
        ...names.map(name => row(name, '64')),
        row('CC-64', '127'),
        ...names.map(name => row(name, '100')),
      ])
    await expect(log(page).getByTitle('Sustain Pedal')).toHaveCount(2)
    expect(await log(page).locator('tbody td').first().textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d\d\d$/)
    expect(errors).toEqual([])
  })
})
