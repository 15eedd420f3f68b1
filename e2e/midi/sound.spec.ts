// The built-in sound in a real browser: what it renders is measured, and what the page lets be heard.
import type { Page } from '@playwright/test'
import { playOnPress } from '../support/neck.js'
import { bundleSoundLab, heardNow, renderSound, untouched, withEar } from '../support/sound.js'
import type { Measure, Piece } from '../support/sound-lab.js'
import { expect, test } from '../support/test.js'

const on = (note: number, velocity = 127, channel = 1) => [0x8f + channel, note, velocity]
const off = (note: number, channel = 1) => [0x7f + channel, note, 64]
const control = (controller: number, value: number, channel = 1) => [0xaf + channel, controller, value]
const bend = (raw: number, channel = 1) => [0xdf + channel, raw & 127, raw >> 7]
const hzOf = (note: number) => 440 * 2 ** ((note - 69) / 12)
const cents = (hz: number, reference: number) => 1200 * Math.log2(hz / reference)

const loud = (from: number, to: number, side?: 'left' | 'right'): Measure => ({
  what: 'loudness',
  from,
  to,
  ...(side && { side }),
})
const peakOf = (from: number, to: number): Measure => ({ what: 'peak', from, to })
const brightness = (from: number, to: number): Measure => ({ what: 'crossings', from, to })
const pitch = (near: number, from: number, to: number): Measure => ({ what: 'pitch', near, from, to })

/** As loud as a channel can be: neither volume nor the middle between the loudspeakers takes anything but 3 dB. */
const FULL = [0, control(7, 127)] as const
const MIDDLE = Math.SQRT1_2
/** Root of the mean square of a triangle of height 1. */
const TRIANGLE = 1 / Math.sqrt(3)

test.describe('rendered offline', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  const render = (piece: Piece) => renderSound(page, piece)

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await page.addScriptTag({ content: await bundleSoundLab() })
  })
  test.afterAll(() => page.close())

  test('the synthesiser has the envelope of the specification', { tag: '@soak' }, async () => {
    const [rise = 0, top = 0, halfDown = 0, held = 0, dying = 0, silence = 1] = await render({
      seconds: 2,
      messages: [FULL, [0, on(93)], [500, off(93)]],
      measures: [
        peakOf(0, 0.0022),
        peakOf(0.0045, 0.0065),
        loud(0.03, 0.04),
        loud(0.2, 0.49),
        loud(0.6, 0.62),
        peakOf(1.53, 2),
      ],
    })
    // Attack 5 ms, as a line.
    expect(rise / MIDDLE).toBeLessThan(0.5)
    expect(top / MIDDLE).toBeGreaterThan(0.9)
    // Decay 0.1 s down to 0.3.
    expect(halfDown).toBeLessThan(0.95 * TRIANGLE * MIDDLE)
    expect(halfDown).toBeGreaterThan(held)
    expect(held / (TRIANGLE * MIDDLE)).toBeCloseTo(0.3, 2)
    // Release 1 s, and then nothing at all.
    expect(dying / held).toBeGreaterThan(0.3)
    expect(dying / held).toBeLessThan(0.6)
    expect(silence).toBeLessThan(1e-6)
  })

  for (const note of [28, 40, 69, 88]) {
    test(`both instruments play note ${note} in tune`, { tag: '@soak' }, async () => {
      for (const instrument of ['synthesiser', 'plucked-string'] as const) {
        const [hz = 0] = await render({
          seconds: 1.2,
          instrument,
          messages: [FULL, [0, on(note)]],
          measures: [pitch(hzOf(note), 0.2, 1.2)],
        })
        expect(Math.abs(cents(hz, hzOf(note)))).toBeLessThan(3)
      }
    })
  }

  test('the string dies away on its own, is damped by a note-off, and is brighter the harder it is plucked', {
    tag: '@soak',
  }, async () => {
    const piece = (velocity: number, until: number): Piece => ({
      seconds: 2,
      instrument: 'plucked-string',
      messages: [FULL, [0, on(45, velocity)], [until, off(45)]],
      measures: [loud(0.05, 0.2), loud(0.6, 0.8), loud(1.5, 1.7), peakOf(0, 2)],
    })
    const [early = 0, later = 0, last = 0, most = 0] = await render(piece(127, 1900))
    expect(later).toBeLessThan(0.9 * early)
    expect(last).toBeLessThan(0.9 * later)
    expect(last).toBeGreaterThan(0.001)
    expect(most).toBeLessThan(0.95)
    const [, damped = 1] = await render(piece(127, 300))
    expect(damped).toBeLessThan(1e-6)
    const [soft = 0] = await render(piece(32, 1900))
    expect(soft).toBeLessThan(0.3 * early)
  })

  test('a bend moves its own channel, as far as its range', { tag: '@soak' }, async () => {
    const hz = hzOf(69)
    const range = [control(101, 0), control(100, 0), control(6, 12)]
    const bent = await render({
      seconds: 1,
      messages: [FULL, [0, on(69)], [400, bend(16383)]],
      measures: [pitch(hz, 0.1, 0.38), pitch(hzOf(71), 0.5, 1)],
    })
    expect(Math.abs(cents(bent[0] ?? 0, hz))).toBeLessThan(2)
    expect(Math.abs(cents(bent[1] ?? 0, hzOf(71)))).toBeLessThan(2)
    for (const instrument of ['synthesiser', 'plucked-string'] as const) {
      const [octave = 0] = await render({
        seconds: 1,
        instrument,
        messages: [FULL, ...range.map(bytes => [0, bytes] as const), [0, on(69)], [200, bend(0)]],
        measures: [pitch(hzOf(57), 0.4, 1)],
      })
      expect(Math.abs(cents(octave, hzOf(57)))).toBeLessThan(3)
    }
    const [untouched = 0] = await render({
      seconds: 1,
      messages: [FULL, [0, on(69)], [100, bend(16383, 2)]],
      measures: [pitch(hz, 0.4, 1)],
    })
    expect(Math.abs(cents(untouched, hz))).toBeLessThan(1)
  })

  test('modulation makes it tremble by half a semitone at most', { tag: '@soak' }, async () => {
    const hz = hzOf(81)
    const measures = Array.from({ length: 20 }, (_, index) =>
      pitch(hz, 0.3 + index * 0.02, 0.36 + index * 0.02),
    )
    const wide = await render({ seconds: 1, messages: [FULL, [0, control(1, 127)], [0, on(81)]], measures })
    const off = wide.map(each => cents(each, hz))
    expect(Math.max(...off)).toBeGreaterThan(15)
    expect(Math.min(...off)).toBeLessThan(-15)
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(55)
  })

  test('the pedal holds a note, and lets it go', { tag: '@soak' }, async () => {
    const [held = 0, gone = 1] = await render({
      seconds: 3,
      messages: [FULL, [0, control(64, 127)], [0, on(69)], [100, off(69)], [1500, control(64, 0)]],
      measures: [loud(1.2, 1.4), peakOf(2.6, 3)],
    })
    expect(held / (TRIANGLE * MIDDLE)).toBeCloseTo(0.3, 2)
    expect(gone).toBeLessThan(1e-6)
  })

  test('volume, channel volume, expression and mute are as loud as they say', { tag: '@soak' }, async () => {
    const measures = [loud(0.2, 0.5)]
    const messages = [FULL, [0, on(69)]] as const
    const [full = 0] = await render({ seconds: 0.5, messages, measures })
    const [half = 0] = await render({ seconds: 0.5, messages, measures, volume: 0.5 })
    const [muted = 1] = await render({ seconds: 0.5, messages, measures, muted: true })
    const [channel = 0] = await render({
      seconds: 0.5,
      messages: [...messages, [0, control(7, 64)], [0, control(11, 64)]],
      measures,
    })
    expect(half / full).toBeCloseTo(0.25, 3)
    expect(muted).toBe(0)
    expect(channel / full).toBeCloseTo((64 / 127) ** 4, 3)
  })

  test('pan goes from one side to the other', { tag: '@soak' }, async () => {
    const sides = [loud(0.2, 0.4, 'left'), loud(0.2, 0.4, 'right')]
    const at = (value: number) =>
      render({ seconds: 0.4, messages: [FULL, [0, control(10, value)], [0, on(69)]], measures: sides })
    const [left = 0, notRight = 1] = await at(0)
    const [notLeft = 1, right = 0] = await at(127)
    const [one = 0, other = 1] = await at(64)
    expect(left).toBeCloseTo(right, 4)
    expect(Math.max(notLeft, notRight)).toBeLessThan(1e-4)
    expect(one).toBeCloseTo(other, 4)
  })

  test('all sound off is silence within a few milliseconds, and what was to begin does not', {
    tag: '@soak',
  }, async () => {
    const [before = 0, after = 1] = await render({
      seconds: 1,
      messages: [
        FULL,
        [0, control(64, 127)],
        [0, on(57)],
        [0, on(64)],
        [500, on(69)],
        [300, control(120, 0)],
      ],
      measures: [loud(0.1, 0.29), peakOf(0.32, 1)],
    })
    expect(before).toBeGreaterThan(0.05)
    expect(after).toBeLessThan(1e-6)
  })

  test('every drum of channel 10 is heard, and dies away on its own', { tag: '@soak' }, async () => {
    const keys = Array.from({ length: 81 - 35 + 1 }, (_, index) => 35 + index)
    // Each in a piece of its own: in one, all of them would be worked out from its beginning to its end.
    for (const key of keys) {
      const [struck = 0, after = 1] = await render({
        seconds: 3,
        messages: [
          [0, control(7, 127, 10)],
          [0, on(key, 127, 10)],
        ],
        measures: [peakOf(0, 0.4), peakOf(2.6, 2.99)],
      })
      expect(struck, `key ${key} is heard`).toBeGreaterThan(0.04)
      expect(struck, `key ${key} is not too loud`).toBeLessThan(0.95)
      expect(after, `key ${key} is over`).toBeLessThan(1e-3)
    }
  })

  test('a bass drum is dark, a snare is not, a cymbal is bright', { tag: '@soak' }, async () => {
    const of = async (key: number) => {
      const [hz = 0] = await render({
        seconds: 0.5,
        messages: [[0, on(key, 127, 10)]],
        measures: [brightness(0.03, 0.15)],
      })
      return hz
    }
    expect(await of(36)).toBeLessThan(120)
    const snare = await of(38)
    expect(snare).toBeGreaterThan(400)
    for (const cymbal of [46, 49, 51]) expect(await of(cymbal)).toBeGreaterThan(3000)
    // As a pitched note of the same number it would swing 65 times a second.
    expect(await of(42)).toBeGreaterThan(3000)
  })

  test('programs sound like their families', { tag: '@soak' }, async () => {
    const of = async (program: number) => {
      const [top = 0, early = 0, late = 0, after = 0, hz = 0] = await render({
        seconds: 2.4,
        instrument: 'plucked-string',
        messages: [FULL, [0, [0xc0, program]], [0, on(57, 100)], [1500, off(57)]],
        measures: [peakOf(0, 2.4), loud(0.02, 0.12), loud(1.3, 1.45), loud(1.9, 2.3), brightness(0.3, 0.5)],
      })
      return { top, fades: late / early, after, hz }
    }
    const piano = await of(0)
    const organ = await of(16)
    const guitar = await of(24)
    const overdriven = await of(29)
    const strings = await of(48)
    const marimba = await of(12)
    for (const each of [piano, organ, guitar, overdriven, strings, marimba]) {
      expect(each.top).toBeGreaterThan(0.05)
      expect(each.top).toBeLessThan(0.95)
    }
    expect(organ.fades).toBeCloseTo(1, 1)
    expect(strings.fades).toBeGreaterThan(1.2)
    expect(piano.fades).toBeLessThan(0.6)
    expect(marimba.fades).toBeLessThan(0.02)
    expect(overdriven.fades).toBeGreaterThan(2 * guitar.fades)
    // Bowed strings and the hall of a pad linger, a key of an organ does not.
    expect(organ.after).toBeLessThan(1e-6)
    expect(strings.after).toBeGreaterThan(1e-5)
  })

  test('a drum does not mind its note-off, is louder the harder it is struck, and is silenced with its channel', {
    tag: '@soak',
  }, async () => {
    const measures = [loud(0.1, 0.3), peakOf(0.52, 1)]
    const open = [0, on(46, 127, 10)] as const
    const [rings = 0] = await render({ seconds: 1, messages: [open], measures })
    const [short = 0] = await render({ seconds: 1, messages: [open, [20, off(46, 10)]], measures })
    const [soft = 1] = await render({ seconds: 1, messages: [[0, on(46, 32, 10)]], measures })
    const [, cut = 1] = await render({ seconds: 1, messages: [open, [480, control(120, 0, 10)]], measures })
    expect(short).toBeCloseTo(rings, 6)
    expect(soft).toBeCloseTo((rings * 32) / 127, 3)
    expect(cut).toBeLessThan(1e-6)
  })

  test('a closed hi-hat ends the open one', { tag: '@soak' }, async () => {
    const measures = [loud(0.3, 0.5)]
    const [open = 0] = await render({ seconds: 1, messages: [[0, on(46, 127, 10)]], measures })
    const [closed = 1] = await render({
      seconds: 1,
      messages: [
        [0, on(46, 127, 10)],
        [200, on(44, 127, 10)],
      ],
      measures,
    })
    const [again = 0] = await render({
      seconds: 3,
      messages: [
        [0, on(46, 127, 10)],
        [1500, on(42, 127, 10)],
        [2000, on(46, 127, 10)],
      ],
      measures: [loud(2.3, 2.5)],
    })
    expect(open).toBeGreaterThan(0.001)
    expect(closed).toBeLessThan(open / 50)
    expect(again).toBeCloseTo(open, 3)
  })

  test('a loud chord leans against full level and never goes over it', { tag: '@soak' }, async () => {
    const [most = 2] = await render({
      seconds: 0.6,
      messages: [FULL, ...[40, 45, 50, 55, 59, 64].map(note => [0, on(note)] as const)],
      measures: [peakOf(0, 0.6)],
    })
    expect(most).toBeGreaterThan(0.7)
    expect(most).toBeLessThanOrEqual(1)
  })
})

test('is heard from the neck without any choice, from the first touch until the panic', async ({
  page,
  openNeck,
}) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().includes('live-synth')) scripts.push(request.url())
  })
  await untouched(page)
  await withEar(page)
  await openNeck(page)
  await expect(page.getByRole('combobox', { name: 'Output' })).toHaveValue('Built-in sound')
  const state = page.getByRole('region', { name: 'Sound', exact: true }).getByRole('status')
  await expect(state).toContainText('only allows sound after a click')
  expect(await page.evaluate(() => globalThis.ears.length)).toBe(0)
  expect(scripts).toEqual([])

  await playOnPress(page)
  await expect(state).toHaveText('')
  expect(scripts).toHaveLength(1)
  expect(await heardNow(page)).toBe(0)
  // Played again for each look: a note may be over when a busy machine comes to listen.
  await expect
    .poll(async () => {
      await page.locator('[data-neck-position="6:3"]').click()
      return heardNow(page)
    })
    .toBeGreaterThan(0.02)
  await page.getByRole('button', { name: 'Panic' }).click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)

  // A song as well, and not while it is muted.
  await page.getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect.poll(() => heardNow(page)).toBeGreaterThan(0.02)
  await page
    .getByRole('region', { name: 'Transport' })
    .getByRole('button', { name: 'Mute', exact: true })
    .click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)
})
