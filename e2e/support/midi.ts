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

/** Puts the fake in the place of the browser's Web MIDI, on every page that `page` opens from now on. */
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

/**
 * Lets `hide` treat the timers of a page as Chromium does after five minutes out of sight: they wait for a minute.
 * Headless it hides no page itself. On every page that `page` opens from now on.
 */
export async function withThrottling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    const throttled = (run: () => void, ms?: number) =>
      setTimer(() => (document.visibilityState === 'hidden' ? setTimer(run, 60_000) : run()), ms)
    Object.assign(window, { setTimeout: throttled })
  })
}

export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
