import { expect, it } from 'vitest'
import { rows } from '../../../support/rows.js'
import type { WrittenTrack } from '../playback/played-song.js'
import { practised } from '../session/session-parts.js'

/** E4, F4, G4 and A4 as quarter notes: frets 0, 1, 3 and 5 of the first string. */
const FOUR: WrittenTrack = { notes: rows('64 0 0.4, 65 0.5 0.4, 67 1 0.4, 69 1.5 0.4') }

function setUp(settings = {}, track = FOUR) {
  const parts = practised({ settings: { upcomingMs: 600, ...settings } })
  parts.open([track])
  const outlined = () => parts.marks.getState().map(({ string, fret }) => `${string}:${fret}`)
  return { ...parts, outlined }
}

it('a stopped song outlines its next notes, starting with the first one', () => {
  const { outlined, session } = setUp()
  expect(outlined()).toEqual(['1:0', '1:1'])
  session.seek(600)
  expect(outlined()).toEqual(['1:3'])
})

it('a note is outlined from the configured lead time until it sounds', async () => {
  const { outlined, session, clock } = setUp()
  session.play()
  expect(outlined()).toEqual(['1:1'])
  await clock.advance(450)
  expect(outlined()).toEqual(['1:1', '1:3'])
  await clock.advance(100)
  expect(outlined()).toEqual(['1:3'])
  await clock.advance(5000)
  // The song has returned to its beginning.
  expect([outlined(), clock.pending]).toEqual([['1:0', '1:1'], 0])
})

it('the first notes of a loop are outlined shortly before the loop repeats', async () => {
  const { outlined, session, practice, clock } = setUp()
  practice.setLoop({ from: 1, to: 1 })
  session.play()
  await clock.advance(1600)
  expect(outlined()).toEqual(['1:0'])
  await clock.advance(500)
  expect(outlined()).toEqual(['1:1'])
})

it('awaited notes have distinct markers, even if upcoming notes are turned off', async () => {
  const looks = ({ marks }: ReturnType<typeof setUp>) =>
    marks.getState().map(({ fret, look }) => `${fret} ${look}`)
  for (const [upcomingMs, expected] of [
    [600, ['0 awaited', '1 outline']],
    [0, ['0 awaited']],
  ] as const) {
    const parts = setUp({ upcomingMs })
    parts.practice.setWait(true)
    parts.session.play()
    await parts.clock.advance(3000)
    expect(looks(parts)).toEqual(expected)
    parts.strike(64)
    await parts.clock.advance(10)
    expect(looks(parts)).toEqual(upcomingMs > 0 ? ['1 outline'] : [])
  }
  const chord = setUp({ upcomingMs: 0 }, { notes: rows('64 0 0.4, 59 0 0.4') })
  chord.practice.setWait(true)
  chord.session.play()
  await chord.clock.advance(3000)
  chord.strike(59)
  expect(looks(chord).toSorted()).toEqual(['0 awaited', '0 right'])
})
