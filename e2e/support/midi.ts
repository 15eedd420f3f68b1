// A MIDI device for a real browser: the one fake of Web MIDI, sent into the page before its own scripts run.
import type { Page } from 'playwright'
import * as fake from '../../src/core/testing/fake-web-midi.js'

declare global {
  /** Set by the fake with `install`. */
  var fakeWebMidi: fake.FakeWebMidi
}

/** The guitar that is plugged in, and the synthesiser that listens, unless a test says otherwise. */
export const GUITAR = { id: 'guitar', name: 'GK-3', manufacturer: '' } as const
export const SYNTH = { id: 'synth', name: 'Warm pad', manufacturer: '' } as const

/** Replaces the browser's Web MIDI with the fake on every page that `page` opens. */
export async function withMidi(
  page: Page,
  options: Omit<fake.FakeOptions, 'now' | 'install'> = {},
): Promise<void> {
  const device = { inputs: [GUITAR], outputs: [SYNTH], permission: 'granted' } as const
  await page.addInitScript(fake.fakeWebMidi, { ...device, ...options, install: true })
}

/** Messages arrive at an input, one after the other and in one task, once the page listens to it. */
export async function play(page: Page, ...messages: readonly (readonly number[])[]): Promise<void> {
  await page.waitForFunction(id => globalThis.fakeWebMidi.isListenedTo(id), GUITAR.id)
  await page.evaluate(
    ({ id, all }) => {
      for (const bytes of all) globalThis.fakeWebMidi.play(id, bytes)
    },
    { id: GUITAR.id, all: messages },
  )
}

/** The positions that are lit, `string:fret`, in order. */
export const lit = (page: Page): Promise<string[]> =>
  page
    .locator('[data-neck-position][data-sounding]')
    .evaluateAll(places => places.map(place => place.getAttribute('data-neck-position') ?? '').sort())
