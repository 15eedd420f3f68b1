// MIDI devices in a real browser: what is played lights the neck and fills the log, what is sent arrives in time.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readLogFile } from '../../src/core/music/midi/log-file.js'
import {
  GUITAR,
  heard,
  hide,
  lit,
  play,
  SYNTH,
  withMidi,
  withoutMidi,
  withThrottling,
} from '../support/midi.js'
import { playOnPress } from '../support/neck.js'
import { sharedNeck } from '../support/shared-page.js'
import { expect, test } from '../support/test.js'

const CMAJ7 = [48, 52, 55, 59]
const CMAJ7_PLACES = ['2:0', '3:0', '3:4', '4:2', '4:5', '5:3']
const on = (note: number, velocity = 100) => [0x90, note, velocity]
const off = (note: number) => [0x80, note, 64]
const pedal = (value: number) => [0xb0, 64, value]

type Open = (page: Page) => Promise<void>

async function openNeckWithGuitar(page: Page, openNeck: Open): Promise<void> {
  await withMidi(page)
  await openNeck(page)
  await expect(devices(page).getByText(GUITAR.name)).toBeVisible()
}

const devices = (page: Page) => page.getByRole('region', { name: 'Device status' })
const log = (page: Page) => page.getByRole('region', { name: 'MIDI log' })

/** The rows of the log without their time, newest first. */
async function logRows(page: Page): Promise<string[][]> {
  const rows = await log(page)
    .locator('tbody tr')
    .evaluateAll(all => all.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent ?? '')))
  return rows.map(([, ...cells]) => cells)
}

async function chooseOutput(page: Page): Promise<void> {
  const output = page.getByRole('combobox', { name: 'Output' })
  if ((await output.inputValue()) === SYNTH.name) return
  await output.click()
  await page.getByRole('option', { name: SYNTH.name }).click()
}

/** A cable from the output back into the guitar: what is sent comes in again when it is due. */
async function loopBack(page: Page): Promise<void> {
  await page.evaluate(({ id }) => {
    const { sent, play } = globalThis.fakeWebMidi
    const push = sent.push.bind(sent)
    const onTheWay: (readonly number[])[] = []
    sent.push = (...messages) => {
      for (const { bytes, at } of messages) {
        onTheWay.push(bytes)
        // Timers may overtake one another by a millisecond; what goes through a cable may not.
        setTimeout(() => play(id, onTheWay.shift() ?? []), at - performance.now() + 2)
      }
      return push(...messages)
    }
  }, GUITAR)
}

const OPEN_STRINGS = [64, 59, 55, 50, 45, 40]
const strum = OPEN_STRINGS.map((note, index) => [0x90 + index, note, 100])
const damp = OPEN_STRINGS.map((note, index) => [0x80 + index, note, 64])

test.describe('with a guitar', () => {
  const neck = sharedNeck()

  test('lights exactly the positions of a chord, keeps them while the pedal is down, and fills the log', async () => {
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
    expect(await log(page).locator('tbody td').first().textContent()).toMatch(/^\d\d:\d\d:\d\d:\d\d\d$/)
    expect(errors).toEqual([])
  })

  test('lights each note where a guitarist would play it, once that is switched on', async () => {
    const page = neck()
    await play(page, ...CMAJ7.map(pitch => on(pitch)))
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)
    await play(page, ...CMAJ7.map(off))
    await page.keyboard.press('Shift+Y')
    await expect
      .poll(async () => {
        // What finds the places is loaded by the first wish for it.
        await play(page, ...CMAJ7.map(off), ...CMAJ7.map(pitch => on(pitch)))
        return lit(page)
      })
      .toEqual(['2:0', '3:0', '4:2', '5:3'])
    await page.getByRole('button', { name: 'Instrument' }).click()
    const wish = page.getByRole('switch', { name: 'One position per note' })
    await expect(wish).toBeChecked()
    await wish.click()
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)
    await play(page, ...CMAJ7.map(off))
    await expect.poll(() => lit(page)).toEqual([])
  })

  test('takes a note-on with velocity 0 for the note-off that it is', async () => {
    const page = neck()
    await play(page, on(64))
    await expect.poll(() => lit(page)).toEqual(['1:0', '2:5'])
    await play(page, on(64, 0))
    await expect.poll(() => lit(page)).toEqual([])
    // The newest line was the end of a note before this test, too, but of another note.
    await expect(log(page).locator('tbody tr:first-child[data-off="true"]')).toContainText('E4')
  })

  test('shows a note that was over before the screen could be painted', async () => {
    const page = neck()
    // Plays nothing, but waits until the page listens.
    await play(page)
    const seen = await page.evaluate(
      ({ id }) =>
        new Promise<boolean>(resolve => {
          const place = document.querySelector('[data-neck-position="1:0"]') ?? document.body
          const watching = new MutationObserver(() => {
            watching.disconnect()
            resolve(place.hasAttribute('data-sounding'))
          })
          watching.observe(place, { attributes: true })
          globalThis.fakeWebMidi.play(id, [0x90, 64, 100])
          globalThis.fakeWebMidi.play(id, [0x80, 64, 0])
        }),
      GUITAR,
    )
    expect(seen).toBe(true)
    await expect.poll(() => lit(page)).toEqual([])
  })

  test('darkens the neck and says so when the device is unplugged, and hears it again when it is back', async () => {
    const page = neck()
    await play(page, ...CMAJ7.map(note => on(note)))
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)
    await page.evaluate(({ id }) => globalThis.fakeWebMidi.unplug(id), GUITAR)
    await expect(page.getByText('“GK-3” was unplugged. Its held notes were released.')).toBeVisible()
    await expect.poll(() => lit(page)).toEqual([])
    await expect(devices(page).getByText('No input is connected.')).toBeVisible()

    await page.evaluate(port => globalThis.fakeWebMidi.plug('input', port), GUITAR)
    await expect(devices(page).getByRole('list', { name: 'MIDI inputs' })).toContainText(GUITAR.name)
    await play(page, on(40))
    await expect.poll(() => lit(page)).toEqual(['6:0'])
    await play(page, off(40))
  })

  test('a panic also darkens what a device holds', async () => {
    const page = neck()
    await play(page, ...CMAJ7.map(note => on(note)))
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)
    await page.keyboard.press('Control+.')
    await expect.poll(() => lit(page)).toEqual([])
  })

  test('keeps the hundred newest events, pauses, filters, clears and takes that back', async () => {
    const page = neck()
    const rows = log(page).locator('tbody tr')
    // Only the rows in sight are laid out; the head counts as well.
    const table = log(page).getByRole('table')
    await play(page, ...Array.from({ length: 60 }, (_, index) => [on(40 + index), off(40 + index)]).flat())
    await expect(table).toHaveAttribute('aria-rowcount', '101')
    const box = log(page).getByRole('region', { name: 'The 100 newest events' })
    await box.hover()
    await page.mouse.wheel(0, 5000)
    await expect(rows).toHaveCount(100)
    // The rows that have come meanwhile may stop the wheel half way; turned again, it would scroll the drawer.
    await box.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect(rows.last()).toBeInViewport()
    await expect(async () => {
      await box.evaluate(element => element.scrollTo(0, 0))
      await expect(rows).not.toHaveCount(100, { timeout: 1000 })
    }).toPass()
    await log(page).getByRole('textbox', { name: 'Filter the log' }).fill('C#4')
    await expect(rows).toHaveCount(2)
    await log(page).getByRole('textbox', { name: 'Filter the log' }).fill('')
    // The rows follow what is typed a moment later.
    await expect(table).toHaveAttribute('aria-rowcount', '101')

    await log(page).getByRole('button', { name: 'Pause the log' }).click()
    const before = await logRows(page)
    await play(page, on(40))
    await expect.poll(() => lit(page)).toEqual(['6:0'])
    await play(page, off(40))
    await expect.poll(() => lit(page)).toEqual([])
    expect(await logRows(page)).toEqual(before)
    await log(page).getByRole('button', { name: 'Resume the log' }).click()
    await expect.poll(async () => (await logRows(page))[0]).toEqual([GUITAR.name, '1', 'E2', '64'])

    await log(page).getByRole('button', { name: 'Clear the log' }).click()
    await expect(log(page)).toContainText('Nothing has been played yet.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(table).toHaveAttribute('aria-rowcount', '101')
  })

  test('exports the log as a file that can be read again', async () => {
    const page = neck()
    await log(page).getByRole('button', { name: 'Clear the log' }).click()
    await play(page, on(40), pedal(127), off(40), [0xe0, 0, 80])
    await expect(log(page).locator('tbody tr')).toHaveCount(4)
    const downloading = page.waitForEvent('download')
    await log(page).getByRole('button', { name: 'Export the log as JSON' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^midi-log-\d{4}-\d\d-\d\d-\d{6}\.json$/)
    const file = readLogFile(await readFile(await download.path(), 'utf8'))
    expect(file.events.map(({ portId, raw }) => [portId, ...raw])).toEqual([
      [GUITAR.id, ...on(40)],
      [GUITAR.id, ...pedal(127)],
      [GUITAR.id, ...off(40)],
      [GUITAR.id, 0xe0, 0, 80],
    ])
    await play(page, pedal(0))
  })

  test('recognises a MIDI guitar automatically, and lights the one position that it plays', async () => {
    const page = neck()
    await play(page, strum[0] ?? [])
    await expect.poll(() => lit(page)).toEqual(['1:0', '2:5'])
    await play(page, ...strum.slice(1), ...damp, ...strum, ...damp)
    const inputs = devices(page).getByRole('list', { name: 'MIDI inputs' })
    await expect(inputs).toContainText('MIDI guitar, strings on channels 1–6')
    await expect.poll(() => lit(page)).toEqual([])

    await play(page, [0x91, 64, 100])
    await expect.poll(() => lit(page)).toEqual(['2:5'])
    await play(page, [0x81, 64, 0], [0x90, 64, 100])
    await expect.poll(() => lit(page)).toEqual(['1:0'])
    await play(page, [0x80, 64, 0])
    await expect.poll(() => lit(page)).toEqual([])

    await play(page, [0x90, 52, 100])
    await expect(inputs).toContainText('The tuning does not match.')
    await play(page, [0x80, 52, 0])

    await page.getByRole('button', { name: 'Settings for “GK-3”' }).click()
    await page.getByRole('combobox', { name: 'MIDI guitar' }).selectOption('No')
    await page.keyboard.press('Escape')
    await expect(inputs).not.toContainText('MIDI guitar, strings')
    await play(page, [0x91, 64, 100])
    await expect.poll(() => lit(page)).toEqual(['1:0', '2:5'])
    await play(page, [0x81, 64, 0])
  })

  test('a panic ends what sounds behind everything already under way, on all sixteen channels', async () => {
    const page = neck()
    await chooseOutput(page)
    await playOnPress(page)
    await page.locator('[data-neck-position="6:3"]').click()
    await page.locator('[data-neck-position="1:0"]').click()
    await page.getByRole('button', { name: 'Panic' }).click()
    await expect.poll(async () => (await heard(page)).at(-1)?.bytes).toEqual([0xff])
    const out = await heard(page)
    const bytes = out.map(message => message.bytes.join(' '))
    for (const note of [43, 64]) {
      expect(bytes.findLastIndex(one => one.startsWith(`128 ${note} `))).toBeGreaterThan(
        bytes.indexOf(`144 ${note} 64`),
      )
    }
    const orders = [123, 120, 121].flatMap(order =>
      Array.from({ length: 16 }, (_, channel) => `${0xb0 + channel} ${order} 0`),
    )
    expect(bytes.slice(-49, -1)).toEqual(orders)
    await expect.poll(() => lit(page)).toEqual([])
  })

  // After the panic, which halts MIDI thru for half a second: this one takes longer.
  test('sends what is played on the neck to the chosen port 10 ms ahead, with its note-off', async () => {
    const page = neck()
    await chooseOutput(page)
    await playOnPress(page)
    // What a busy machine hands over late is due when it is handed over: then the next note has to be in time.
    await expect(async () => {
      const [before, after] = await page.evaluate(() => {
        globalThis.fakeWebMidi.sent.length = 0
        const began = performance.now()
        document
          .querySelector('[data-neck-position="6:3"]')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        return [began, performance.now()]
      })
      await expect
        .poll(async () => (await heard(page)).map(({ bytes }) => bytes))
        .toEqual([
          [0x90, 43, 64],
          [0x80, 43, 64],
        ])
      await expect.poll(() => lit(page)).toEqual([])
      const [noteOn, noteOff] = await heard(page)
      expect(noteOn?.portId).toBe(SYNTH.id)
      expect(noteOn?.at).toBeGreaterThanOrEqual((before ?? 0) + 10)
      expect(noteOn?.at).toBeLessThanOrEqual((after ?? 0) + 10)
      expect(Math.round((noteOff?.at ?? 0) - (noteOn?.at ?? 0))).toBe(700)
    }).toPass()
  })

  test('MIDI thru passes a chord on to the output, but not on the channel that is left out', async () => {
    const page = neck()
    await chooseOutput(page)
    await page.getByRole('switch', { name: 'MIDI thru' }).check()
    await page.getByRole('button', { name: 'Channel 10' }).click()
    await play(page, ...CMAJ7.map(note => on(note)), [0x99, 36, 100])
    await expect
      .poll(async () => (await heard(page)).map(({ bytes }) => bytes))
      .toEqual(CMAJ7.map(note => on(note)))
    await expect.poll(() => lit(page)).toEqual(CMAJ7_PLACES)

    await page.getByRole('switch', { name: 'MIDI thru' }).uncheck()
    await expect
      .poll(async () => (await heard(page)).slice(CMAJ7.length).map(({ bytes }) => bytes))
      .toEqual(CMAJ7.map(off))
    await play(page, ...CMAJ7.map(off))
  })

  test('MIDI thru switches itself off when the device sends back what it gets, and can be switched on again', async () => {
    const page = neck()
    await chooseOutput(page)
    const thru = page.getByRole('switch', { name: 'MIDI thru' })
    await thru.check()
    await loopBack(page)
    await play(page, ...CMAJ7.map(note => on(note)))
    await expect(
      page.getByText('MIDI thru was switched off: “GK-3” sends back what it is sent.'),
    ).toBeVisible()
    await expect(thru).not.toBeChecked()
    await expect.poll(() => lit(page)).toEqual([])
    const sounding = (await heard(page)).reduce((notes, { bytes: [status, note = 0] }) => {
      if (status === 0x90) notes.add(note)
      if (status === 0x80) notes.delete(note)
      return notes
    }, new Set<number>())
    expect([...sounding]).toEqual([])
    await page.getByRole('button', { name: 'Switch on again' }).click()
    await expect(thru).toBeChecked()
  })
})

test('ends a note in time while the tab is hidden and the timers of the page are not served', async ({
  page,
  openNeck,
}) => {
  await withThrottling(page)
  await openNeckWithGuitar(page, openNeck)
  await chooseOutput(page)
  await playOnPress(page)
  await page.locator('[data-neck-position="6:3"]').click()
  await hide(page)
  await expect.poll(async () => (await heard(page)).length).toBe(2)
  const [noteOn, noteOff] = await heard(page)
  expect(noteOff?.bytes).toEqual([0x80, 43, 64])
  // What a busy machine hands over late is due when it is handed over; a throttled timer waits a minute.
  const lasted = Math.round((noteOff?.at ?? 0) - (noteOn?.at ?? 0))
  expect(lasted).toBeGreaterThanOrEqual(700)
  expect(lasted).toBeLessThan(30_000)
})

test('an input that is switched off darkens, is not heard, and stays off after a reload', async ({
  page,
  openNeck,
}) => {
  await openNeckWithGuitar(page, openNeck)
  await play(page, on(40))
  await expect.poll(() => lit(page)).toEqual(['6:0'])
  const hear = devices(page).getByRole('switch', { name: 'Receive from “GK-3”' })
  await hear.press('Space')
  await expect.poll(() => lit(page)).toEqual([])
  await expect(devices(page)).toContainText('Every input is switched off')

  const refreshed = page.waitForResponse(answer => answer.url().endsWith('/auth/refresh'))
  await page.reload()
  await refreshed
  await expect(hear).not.toBeChecked()
  const before = await logRows(page)
  await play(page, on(40))
  await hear.press('Space')
  await play(page, on(45))
  await expect.poll(() => lit(page)).toEqual(['5:0', '6:5'])
  await expect.poll(() => logRows(page)).toEqual([[GUITAR.name, '1', 'A2', '100'], ...before])
})

test('says so where the browser has no Web MIDI, and is played on the neck all the same', async ({
  page,
  openNeck,
}) => {
  await withoutMidi(page)
  await openNeck(page)
  await expect(devices(page).getByRole('status')).toHaveText('Not supported')
  await expect(devices(page)).toContainText('This browser has no Web MIDI.')
  await playOnPress(page)
  await page.locator('[data-neck-position="6:3"]').click()
  await expect.poll(async () => (await logRows(page)).length).toBeGreaterThan(0)
  expect((await logRows(page)).at(-1)).toEqual(['Neck', '1', 'G2', '64'])
})
