// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { PlayedPositions } from '../../../../src/plugins/fretboard/playing/played-positions.js'
import { beginLive, next } from '../../../../src/plugins/positions/search/live.js'
import { MODEL } from '../../positions/model.js'
import { noteOff, noteOn } from '../events.js'
import { litNeck } from '../lit-neck.js'

const PLAIN = { velocityLook: 'strength', trail: 0 } as const

describe('the strength of a note', () => {
  it('can be its size: a strong note is larger than the silent dot, a soft one smaller', () => {
    const { apply, frame, light } = litNeck({ look: { velocityLook: 'size', trail: 0 } })
    const size = () => light('1:5')?.size
    apply(noteOn(69, { velocity: 1 }))
    frame()
    expect(size()).toBeGreaterThan(1)
    apply(noteOff(69))
    apply(noteOn(69, { velocity: 0.1 }))
    frame()
    expect(size()).toBeLessThan(1)
  })
})

describe('several inputs', () => {
  it('look different from the moment the second one plays', () => {
    const { apply, frame, light } = litNeck({ look: PLAIN })
    apply(noteOn(69, { portId: 'guitar' }))
    frame()
    expect(light('1:5')?.input).toBeUndefined()
    apply(noteOn(41, { portId: 'piano' }))
    frame()
    expect(light('6:1')?.input).toBe(1)
    apply(noteOff(69, { portId: 'guitar' }))
    apply(noteOn(69, { portId: 'guitar' }))
    apply(noteOn(68, { portId: 'guitar' }))
    frame()
    expect(light('1:4')?.input).toBe(0)
  })
})

describe('the trail of the last notes', () => {
  it('stays behind as rings that fade, the oldest leaving first', () => {
    const { apply, frame, trail } = litNeck({ look: { velocityLook: 'strength', trail: 2 } })
    for (const note of [69, 68, 67]) {
      apply(noteOn(note, { string: 1 }))
      frame()
      apply(noteOff(note, { string: 1 }))
      frame()
    }
    expect(trail().map(([position]) => position)).toEqual(['1:3', '1:4'])
    const [newest, oldest] = trail().map(([, opacity]) => Number(opacity))
    expect(newest).toBeGreaterThan(oldest ?? 1)
  })
})

const NECK = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }

describe('a note that moves to make room for its chord', () => {
  function played() {
    const shown = litNeck({ look: { velocityLook: 'strength', trail: 8 } })
    const service = { begin: (neck: Parameters<typeof beginLive>[0]) => beginLive(neck, MODEL), next }
    shown.model.setPlayedPositions(new PlayedPositions(service, NECK))
    shown.apply(noteOn(64, { at: 0 }))
    shown.apply(noteOn(69, { at: 2 }))
    return shown
  }

  it('is never shown where it was before it was visible', () => {
    const { frame, lit, lights } = played()
    frame()
    expect(lit()).toEqual(['1:5 held', '2:5 held'])
    expect(lights()).toHaveLength(2)
  })
})
