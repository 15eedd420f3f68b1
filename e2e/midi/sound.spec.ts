import type { Page } from '@playwright/test'
import { playOnPress } from '../support/neck.js'
import { tool } from '../support/songs.js'
import { bundleSoundLab, heardNow, renderSound, untouched, withEar } from '../support/sound.js'
import type { Measure, Piece } from '../support/sound-lab.js'
import { expect, test } from '../support/test.js'

const on = (note: number, velocity = 127, channel = 1) => [0x8f + channel, note, velocity]
const off = (note: number, channel = 1) => [0x7f + channel, note, 64]
const control = (controller: number, value: number, channel = 1) => [0xaf + channel, controller, value]
const hzOf = (note: number) => 440 * 2 ** ((note - 69) / 12)
const cents = (hz: number, reference: number) => 1200 * Math.log2(hz / reference)
const loud = (from: number, to: number): Measure => ({ what: 'loudness', from, to })
const peakOf = (from: number, to: number): Measure => ({ what: 'peak', from, to })
const brightness = (from: number, to: number): Measure => ({ what: 'crossings', from, to })
const pitch = (near: number, from: number, to: number): Measure => ({ what: 'pitch', near, from, to })

/** Channel at full volume. Only the center pan reduces it, by 3 dB. */
const FULL = [0, control(7, 127)] as const
const MIDDLE = Math.SQRT1_2
/** RMS of a triangle wave with amplitude 1. */
const TRIANGLE = 1 / Math.sqrt(3)

test.describe('offline sound rendering', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  const render = (piece: Piece) => renderSound(page, piece)

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await page.addScriptTag({ content: await bundleSoundLab() })
  })
  test.afterAll(() => page.close())

  test('the synthesizer has the specified envelope', { tag: '@soak' }, async () => {
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
    // Linear attack of 5 ms.
    expect(rise / MIDDLE).toBeLessThan(0.5)
    expect(top / MIDDLE).toBeGreaterThan(0.9)
    // Decay of 0.1 s to a sustain level of 0.3.
    expect(halfDown).toBeLessThan(0.95 * TRIANGLE * MIDDLE)
    expect(halfDown).toBeGreaterThan(held)
    expect(held / (TRIANGLE * MIDDLE)).toBeCloseTo(0.3, 2)
    // Release of 1 s, followed by silence.
    expect(dying / held).toBeGreaterThan(0.3)
    expect(dying / held).toBeLessThan(0.6)
    expect(silence).toBeLessThan(1e-6)
  })

  for (const note of [28, 40, 69, 88])
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

  test('volume, channel volume, expression and mute have their exact levels', { tag: '@soak' }, async () => {
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

  test('a bass drum is dark, a snare drum is brighter and cymbals are brightest', {
    tag: '@soak',
  }, async () => {
    const of = async (key: number) => {
      const [hz = 0] = await render({
        seconds: 0.5,
        messages: [[0, on(key, 127, 10)]],
        measures: [brightness(0.03, 0.15)],
      })
      return hz
    }
    expect(await of(36)).toBeLessThan(120)
    expect(await of(38)).toBeGreaterThan(400)
    for (const cymbal of [46, 49, 51]) expect(await of(cymbal)).toBeGreaterThan(3000)
    // A tone with this MIDI note number would have fewer than 100 zero crossings per second.
    expect(await of(42)).toBeGreaterThan(3000)
  })

  test('a loud chord comes close to full level but never exceeds it', { tag: '@soak' }, async () => {
    const [most = 2] = await render({
      seconds: 0.6,
      messages: [FULL, ...[40, 45, 50, 55, 59, 64].map(note => [0, on(note)] as const)],
      measures: [peakOf(0, 0.6)],
    })
    expect(most).toBeGreaterThan(0.7)
    expect(most).toBeLessThanOrEqual(1)
  })
})

test('the neck is audible by default, from the first click until a panic', async ({ page, openNeck }) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().includes('live-synth')) scripts.push(request.url())
  })
  await untouched(page)
  await withEar(page)
  await openNeck(page)
  await expect(page.getByRole('combobox', { name: 'Output' })).toHaveValue('Built-in sound')
  const state = page.getByRole('region', { name: 'Sound', exact: true }).locator('[data-status]')
  await expect(state).toContainText('only allows sound after a click')
  expect([await page.evaluate(() => globalThis.ears.length), scripts]).toEqual([0, []])

  await playOnPress(page)
  await expect(state).toHaveText('')
  expect([scripts.length, await heardNow(page)]).toEqual([1, 0])
  // The note is repeated for each measurement, because a busy machine may measure after it has ended.
  await expect
    .poll(async () => {
      await page.locator('[data-neck-position="6:3"]').click()
      return heardNow(page)
    })
    .toBeGreaterThan(0.02)
  await page.getByRole('button', { name: 'Panic' }).click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)

  // A song is also audible unless it is muted.
  await page.getByRole('button', { name: 'Play Greensleeves' }).click()
  await expect.poll(() => heardNow(page)).toBeGreaterThan(0.02)
  await tool(page, 'Mute').click()
  await expect.poll(() => heardNow(page)).toBeLessThan(1e-6)
})
