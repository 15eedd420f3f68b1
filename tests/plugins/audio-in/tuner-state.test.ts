import { describe, expect, it } from 'vitest'
import { frequencyOf } from '../../../src/music/audio/pitch-finder.js'
import { parseNoteName } from '../../../src/music/guitar/note-name.js'
import { TUNINGS } from '../../../src/music/guitar/tunings.js'
import {
  chooseString,
  firstState,
  nextState,
  nextString,
  type TunerOptions,
  type TunerState,
} from '../../../src/plugins/audio-in/tuner-state.js'

const STANDARD = [64, 59, 55, 50, 45, 40]
const options = (changed: Partial<TunerOptions> = {}): TunerOptions => ({
  ...{ strings: STANDARD, a4: 440, handsFree: false },
  ...changed,
})

/** Frequency of a note, changed by some cents. */
const hz = (note: string, cents = 0) => frequencyOf((parseNoteName(note) ?? 0) + cents / 100)

/** Plays a note for some time, read every 30 ms. */
function play(state: TunerState, frequency: number, ms: number, with_ = options()): TunerState {
  let now = state
  for (let after = 0; after <= ms; after += 30)
    now = nextState(now, frequency, state.at + 1000 + after, with_)
  return now
}

const silence = (state: TunerState, with_ = options()) => nextState(state, undefined, state.at + 50, with_)

describe('tuner state', () => {
  it.each([
    { note: 'E2', off: -12, string: 6, cents: -12, verdict: 'flat' },
    { note: 'E2', off: -3.5, string: 6, cents: -3.5, verdict: 'flat' },
    { note: 'A2', off: 2.9, string: 5, cents: 2.9, verdict: 'in-tune' },
    { note: 'G3', off: 40, string: 3, cents: 40, verdict: 'sharp' },
    { note: 'F2', off: 0, string: 6, cents: 100, verdict: 'sharp' },
    { note: 'D4', off: 0, string: 1, cents: -200, verdict: 'flat' },
    { note: 'A5', off: 0, string: 1, cents: 1700, verdict: 'sharp' },
    { note: 'E5', off: 4, string: 1, cents: 4, verdict: 'sharp' },
  ])('recognizes $note $off cents as string $string, $cents cents off', ({ note, off, ...expected }) => {
    const { cents, ...state } = nextState(firstState(options()), hz(note, off), 0, options())
    expect(state).toMatchObject({ string: expected.string, verdict: expected.verdict })
    expect(cents).toBeCloseTo(expected.cents, 6)
  })

  it.each([
    { note: 'C#4', off: 20, a4: 440, pitch: 61, cents: 20 },
    { note: 'B0', off: -49, a4: 440, pitch: 23, cents: -49 },
    { note: 'A4', off: 0, a4: 432, pitch: 69, cents: 31.77 },
    { note: 'A4', off: 0, a4: 415, pitch: 70, cents: 1.27 },
    { note: 'A4', off: 0, a4: 466, pitch: 68, cents: 0.61 },
  ])('measures $note $off cents chromatically at A4 = $a4 Hz', ({ note, off, a4, pitch, cents }) => {
    const state = nextState(firstState(options()), hz(note, off), 0, options({ strings: undefined, a4 }))
    expect(state).toMatchObject({ string: undefined, pitch })
    expect(state.cents).toBeCloseTo(cents, 2)
  })

  it.each(TUNINGS)('recognizes each open string of $name', ({ strings }) => {
    for (const pitch of strings) {
      const state = nextState(firstState(options()), frequencyOf(pitch + 0.2), 0, options({ strings }))
      expect(state).toMatchObject({ pitch, verdict: 'sharp' })
    }
  })

  it('calls a string in tune up to 3 cents, and out of tune again above 5', () => {
    let state = firstState(options())
    const verdicts = [-4, -2, 4, 4.9, 5.1, 4].map(cents => {
      state = nextState(state, hz('E2', cents), 0, options())
      return state.verdict
    })
    expect(verdicts).toEqual(['flat', 'in-tune', 'in-tune', 'in-tune', 'sharp', 'sharp'])
    expect(play(firstState(options()), hz('E2', -12), 60).cents).toBeCloseTo(-12, 6)
  })

  it('keeps the note while nothing sounds', () => {
    const state = silence(play(firstState(options()), hz('E2'), 60))
    expect(state).toMatchObject({ string: 6, pitch: 40, cents: undefined, verdict: undefined })
  })

  it('marks a string as tuned after a second in tune, even over two plucks', () => {
    const [tuned, again] = [firstState(options()), firstState(options())]
    expect(play(tuned, hz('A2'), 900).tuned).toEqual([])
    expect(play(tuned, hz('A2'), 1200).tuned).toEqual([5])
    expect(play(silence(play(again, hz('A2'), 600)), hz('A2', 1), 600).tuned).toEqual([5])
    expect(play(play(again, hz('A2'), 1200), hz('A2', 8), 60).tuned).toEqual([])
  })

  it('measures the chosen string, no matter how far off it is', () => {
    const state = chooseString(firstState(options()), 4)
    expect(play(state, hz('B2'), 60)).toMatchObject({ string: 4, verdict: 'flat' })
    expect(play(state, hz('A2'), 60).cents).toBeCloseTo(-500, 6)
  })

  it('measures the harmonic at fret 12 as the open string', () => {
    const state = play(chooseString(firstState(options()), 6), hz('E3', 2), 60)
    expect(state).toMatchObject({ pitch: 40, verdict: 'in-tune' })
    expect(state.cents).toBeCloseTo(2, 6)
  })

  it('prefers the untuned one of two strings with the same note', () => {
    const unison = options({ strings: [62, 55, 55, 43] })
    const first = play(firstState(unison), hz('G3'), 1200, unison)
    expect(first.tuned).toEqual([2])
    expect(play(silence(first, unison), hz('G3'), 1200, unison).tuned).toEqual([2, 3])
  })
})

describe('hands-free tuning', () => {
  const free = options({ handsFree: true })

  it('goes from the lowest string to the highest until all are tuned', () => {
    let state = firstState(free)
    for (const [index, note] of ['E2', 'A2', 'D3', 'G3', 'B3', 'E4'].entries()) {
      expect(state.string).toBe(6 - index)
      state = silence(play(state, hz(note, -30), 300, free), free)
      expect(state.string).toBe(6 - index)
      state = silence(play(state, hz(note, 1), 1200, free), free)
    }
    expect(state.tuned).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('waits for a string that is far off', () => {
    expect(play(firstState(free), hz('F#2'), 60, free)).toMatchObject({ string: 6, verdict: 'sharp' })
    expect(play(firstState(free), hz('C#2'), 60, free)).toMatchObject({ string: 6, verdict: 'flat' })
  })

  it('follows the player to another string', () => {
    expect(play(firstState(free), hz('D3', 10), 60, free)).toMatchObject({ string: 4, verdict: 'sharp' })
  })

  it('ignores a tuned string that still rings, but measures it when it is played again', () => {
    const state = play(firstState(free), hz('E2'), 2000, free)
    expect(state).toMatchObject({ string: 5, tuned: [6], cents: undefined })
    const again = play(silence(state, free), hz('E2', 9), 60, free)
    expect(again).toMatchObject({ string: 6, tuned: [], verdict: 'sharp' })
  })

  it('goes on after the string that the user has chosen', () => {
    const state = play(chooseString(firstState(free), 3), hz('G3'), 1200, free)
    expect(state).toMatchObject({ string: 2, chosen: false, tuned: [3] })
  })

  it.each([
    { string: 6, tuned: [6], next: 5 },
    { string: 5, tuned: [5, 4], next: 3 },
    { string: 1, tuned: [1, 2], next: 6 },
    { string: 1, tuned: [1, 2, 3, 4, 5, 6], next: undefined },
  ])('chooses string $next after string $string with $tuned tuned', ({ string, tuned, next }) => {
    expect(nextString(string, tuned, 6)).toBe(next)
  })
})
