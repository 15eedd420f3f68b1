// Fake Web MIDI devices in a real browser, injected before the page's scripts.
import type { Page } from 'playwright'
import * as fake from '../../src/core/testing/fake-web-midi.js'

declare global {
  /** Set by the fake Web MIDI if its option `install` is true. */
  var fakeWebMidi: fake.FakeWebMidi
}

/** The guitar is the default input, and the synthesizer the default output. */
export const GUITAR = { id: 'guitar', name: 'GK-3', manufacturer: '' } as const
export const SYNTH = { id: 'synth', name: 'Warm pad', manufacturer: '' } as const

/** Replaces Web MIDI with the fake on every page that `page` opens. */
export async function withMidi(
  page: Page,
  options: Omit<fake.FakeOptions, 'now' | 'install'> = {},
): Promise<void> {
  const device = { inputs: [GUITAR], outputs: [SYNTH], permission: 'granted' } as const
  await page.addInitScript(fake.fakeWebMidi, { ...device, ...options, install: true })
}

/** Sends messages to the guitar input in order and in one task, once the page is listening. */
export async function play(page: Page, ...messages: readonly (readonly number[])[]): Promise<void> {
  await page.waitForFunction(id => globalThis.fakeWebMidi.isListenedTo(id), GUITAR.id)
  await page.evaluate(
    ({ id, all }) => {
      for (const bytes of all) globalThis.fakeWebMidi.play(id, bytes)
    },
    { id: GUITAR.id, all: messages },
  )
}

/**
 * Simulates a student who plays each note of the song at its time.
 * @param faults indices of wrong, late and missed notes, and the number of notes to play
 */
export async function playAlong(
  page: Page,
  faults: {
    readonly wrong?: number
    readonly late?: number
    readonly missed?: number
    readonly count?: number
  } = {},
): Promise<void> {
  await page.evaluate(
    ({ id, wrong, late, missed, count = Number.POSITIVE_INFINITY }) => {
      const notes = () =>
        globalThis.fakeWebMidi.heard().filter(({ bytes }) => bytes[0] === 0x90 && bytes[2] !== 0)
      const before = notes().length
      let struck = 0
      const look = () => {
        for (const { bytes, at } of notes().slice(before + struck)) {
          const due = at + (struck === late ? 220 : 0)
          const played = (bytes[1] ?? 0) + (struck === wrong ? 1 : 0)
          const send = (status: number, when: number) =>
            setTimeout(() => fakeWebMidi.play(id, [status, played, 90], when), when - performance.now())
          if (struck !== missed) {
            send(0x90, due)
            send(0x80, due + 150)
          }
          struck += 1
        }
        if (struck < count) setTimeout(look, 10)
      }
      look()
    },
    { id: GUITAR.id, ...faults },
  )
}

/** Returns the lit positions as sorted `string:fret`. */
export const lit = (page: Page): Promise<string[]> =>
  page
    .locator('[data-neck-position][data-sounding]')
    .evaluateAll(places => places.map(place => place.getAttribute('data-neck-position') ?? '').sort())
