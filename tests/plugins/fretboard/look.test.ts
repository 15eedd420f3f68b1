// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../src/core/music/tunings.js'
import { neckGeometry } from '../../../src/plugins/fretboard/neck-geometry.js'
import { type LiveLook, LiveNeck } from '../../../src/plugins/fretboard/ui/live-neck.js'
import { PARKED } from '../../../src/plugins/fretboard/ui/parked.js'
import { bentNeck } from './bent-neck.js'
import { bend, noteOff, noteOn } from './events.js'

function drawn(look: LiveLook, vertical = false) {
  const range = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }
  const { model, apply } = bentNeck(range)
  const queue: (() => void)[] = []
  const live = new LiveNeck(model, { request: draw => queue.push(draw), cancel: () => undefined })
  const geometry = neckGeometry({ ...range, leftHanded: false, nutRight: false, vertical })
  const root = document.createElement('div')
  root.innerHTML = geometry.positions
    .map(({ string, fret }) => `${string}:${fret}`)
    .map(
      place =>
        `<g data-place="${place}"></g><g data-light="${place}"><circle/></g><circle data-trail="${place}"/>`,
    )
    .join('')
  live.attach(root, geometry, look)
  const light = (place: string) => root.querySelector(`[data-light="${place}"]`)
  return {
    apply,
    geometry,
    light,
    frame: () => {
      for (const draw of queue.splice(0)) draw()
    },
    moved: (place: string) => light(place)?.getAttribute('transform') ?? '',
    trail: () =>
      [...root.querySelectorAll('[data-trail]')]
        .filter(ring => ring.getAttribute('transform') !== PARKED)
        .map(ring => [ring.getAttribute('data-trail'), Number(ring.getAttribute('stroke-opacity'))]),
  }
}

describe('the strength of a note', () => {
  it('can be its size: a strong note is larger than the silent dot, a soft one smaller', () => {
    const { apply, frame, moved } = drawn({ velocityLook: 'size', trail: 0 })
    const size = () => Number(/scale\(([\d.]+)\)/.exec(moved('1:5'))?.[1])
    apply(noteOn(69, { velocity: 1 }))
    frame()
    expect(size()).toBeGreaterThan(1)
    apply(noteOff(69))
    apply(noteOn(69, { velocity: 0.1 }))
    frame()
    expect(size()).toBeLessThan(1)
  })

  it('leaves the size alone where it is brightness', () => {
    const { apply, frame, moved } = drawn({ velocityLook: 'strength', trail: 0 })
    apply(noteOn(69, { velocity: 1 }))
    frame()
    expect(moved('1:5')).not.toContain('scale')
  })
})

describe('several inputs', () => {
  it('look different from the moment the second one plays', () => {
    const { apply, frame, light } = drawn({ velocityLook: 'strength', trail: 0 })
    apply(noteOn(69, { portId: 'guitar' }))
    frame()
    expect(light('1:5')?.hasAttribute('data-input')).toBe(false)
    apply(noteOn(41, { portId: 'piano' }))
    frame()
    expect(light('6:1')?.getAttribute('data-input')).toBe('1')
    apply(noteOff(69, { portId: 'guitar' }))
    apply(noteOn(69, { portId: 'guitar' }))
    apply(noteOn(68, { portId: 'guitar' }))
    frame()
    expect(light('1:4')?.getAttribute('data-input')).toBe('0')
  })
})

describe('the trail of the last notes', () => {
  it('stays behind as rings that fade, the oldest leaving first', () => {
    const { apply, frame, trail } = drawn({ velocityLook: 'strength', trail: 2 })
    for (const note of [69, 68, 67]) {
      apply(noteOn(note, { string: 1 }))
      frame()
      apply(noteOff(note, { string: 1 }))
      frame()
    }
    expect(trail().map(([place]) => place)).toEqual(['1:3', '1:4'])
    const [newest, oldest] = trail().map(([, opacity]) => Number(opacity))
    expect(newest).toBeGreaterThan(oldest ?? 1)
  })

  it('takes all places of a pitch as one note, and a note played again as a new one', () => {
    const { apply, frame, trail } = drawn({ velocityLook: 'strength', trail: 1 })
    apply(noteOn(64))
    frame()
    expect(trail().map(([place]) => place)).toEqual(['1:0', '2:5'])
    apply(noteOff(64))
    apply(noteOn(41))
    frame()
    expect(trail().map(([place]) => place)).toEqual(['6:1'])
  })

  it('is not there unless it is wished for', () => {
    const { apply, frame, trail } = drawn({ velocityLook: 'strength', trail: 0 })
    apply(noteOn(64))
    frame()
    expect(trail()).toEqual([])
  })
})

it('a bend moves the dot along the string also where the neck stands', () => {
  const { apply, frame, moved, light, geometry } = drawn({ velocityLook: 'strength', trail: 0 }, true)
  const { x, y } = geometry.positions.find(({ string, fret }) => string === 1 && fret === 3) ?? { x: 0, y: 0 }
  apply(noteOn(67, { string: 1 }))
  apply(bend(8192 + 4096))
  frame()
  expect(moved('1:3')).toBe(`translate(${x.toFixed(1)} ${(y + geometry.slide(3, 1)).toFixed(1)})`)
  apply(noteOff(67, { string: 1 }))
  apply(noteOn(69, { string: 1 }))
  apply(bend(16383))
  frame()
  expect(light('1:5')?.getAttribute('data-beyond')).toBe('down')
  expect(moved('1:5')).toContain(` ${geometry.reach.to.toFixed(1)})`)
})
