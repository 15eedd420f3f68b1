// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { pitchAt } from '../../../src/core/music/place.js'
import { STANDARD_TUNING } from '../../../src/core/music/tunings.js'
import { neckGeometry } from '../../../src/plugins/fretboard/neck-geometry.js'
import { labelOf } from '../../../src/plugins/fretboard/neck-label.js'
import { spellScale } from '../../../src/plugins/fretboard/scale.js'
import { LiveNeck, PARKED } from '../../../src/plugins/fretboard/ui/live-neck.js'
import { bentNeck } from './bent-neck.js'
import { bend, controller, noteOff, noteOn } from './events.js'

function drawn() {
  const { model, apply } = bentNeck({ strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 })
  const queue: (() => void)[] = []
  const live = new LiveNeck(model, {
    request: draw => queue.push(draw),
    cancel: handle => void queue.splice(handle - 1, 1),
  })
  const root = document.createElement('div')
  const { positions, reach } = neckGeometry({
    strings: STANDARD_TUNING.strings,
    capo: 0,
    fretMin: 0,
    fretMax: 5,
    leftHanded: false,
    nutRight: false,
  })
  root.innerHTML = ['1:0', '2:5', '2:1', '3:5']
    .map(
      place => `<g data-place="${place}"></g><g data-light="${place}"><circle/>
        <text><tspan data-says="name"></tspan><tspan data-says="octave"></tspan></text>
        <text data-says="degree"></text></g>`,
    )
    .join('')
  live.attach(root, { positions, reach, slide: (_fret, semitones) => semitones * 60 })
  return {
    model,
    apply,
    live,
    root,
    positions,
    reach,
    /** Where the arrow of a light points that is bent out of sight. */
    beyond: (place: string) => root.querySelector(`[data-light="${place}"]`)?.getAttribute('data-beyond'),
    /** Frames asked for and not yet drawn. */
    asked: () => queue.length,
    frame: () => queue.shift()?.(),
    lit: () =>
      [...root.querySelectorAll('[data-sounding]')].map(
        node => `${node.getAttribute('data-place')} ${node.getAttribute('data-sounding')}`,
      ),
    /** What the lights say from now on, by a scale. */
    say: (scale: string, showInterval = false) => {
      const spelled = spellScale(scale)
      if (!spelled) throw new Error(`There is no ${scale}.`)
      const { strings } = STANDARD_TUNING
      const labels = positions.map(({ string, fret }) =>
        labelOf(pitchAt({ strings }, 0, string, fret) ?? 0, spelled),
      )
      live.say(labels, showInterval)
    },
    /** What a light says. */
    said: (place: string) =>
      [...root.querySelectorAll(`[data-light="${place}"] [data-says]`)].map(node => node.textContent),
    color: (place: string) => root.querySelector(`[data-light="${place}"]`)?.getAttribute('fill'),
    /** Where the light of a place stands. */
    light: (place: string) => root.querySelector(`[data-light="${place}"]`)?.getAttribute('transform'),
  }
}

describe('the live neck', () => {
  it('lights existing nodes in the next frame and not before', () => {
    const { apply, frame, lit } = drawn()
    apply(noteOn(64))
    expect(lit()).toEqual([])
    frame()
    expect(lit()).toEqual(['1:0 held', '2:5 held'])
    apply(noteOff(64))
    frame()
    expect(lit()).toEqual([])
  })

  it('asks for one frame, however much happens before it', () => {
    const { apply, asked, frame, lit } = drawn()
    for (let round = 0; round < 1000; round += 1) {
      apply(noteOn(64))
      apply(noteOff(64))
    }
    apply(noteOn(60))
    expect(asked()).toBe(1)
    frame()
    expect(lit()).toContain('2:1 held')
  })

  it('shows a note that was over within one frame for that frame, and then no more', () => {
    const { apply, frame, lit, asked } = drawn()
    apply(noteOn(64))
    apply(noteOff(64))
    frame()
    expect(lit()).toEqual(['1:0 held', '2:5 held'])
    frame()
    expect(lit()).toEqual([])
    expect(asked()).toBe(0)
  })

  it('shows a ring while the pedal alone keeps a note', () => {
    const { apply, frame, lit } = drawn()
    apply(controller(64, 127))
    apply(noteOn(64))
    frame()
    apply(noteOff(64))
    frame()
    expect(lit()).toEqual(['1:0 ring', '2:5 ring'])
  })

  it('brings the light to its place, moves it with the bend, and parks it again', () => {
    const { apply, frame, light, positions } = drawn()
    const { x, y } = positions.find(({ string, fret }) => string === 2 && fret === 5) ?? { x: 0, y: 0 }
    const at = (slide: number) => `translate(${(x + slide).toFixed(1)} ${y.toFixed(1)})`
    expect(light('2:5')).toBe(PARKED)
    apply(noteOn(64))
    frame()
    expect(light('2:5')).toBe(at(0))
    apply(bend(8192 + 4096))
    frame()
    expect(light('2:5')).toBe(at(60))
    apply(bend(8192))
    frame()
    expect(light('2:5')).toBe(at(0))
    apply(noteOff(64))
    frame()
    expect(light('2:5')).toBe(PARKED)
  })

  it('shows how strongly a note was played', () => {
    const { apply, frame, root } = drawn()
    const opacity = () => Number(root.querySelector('circle')?.getAttribute('stroke-opacity'))
    apply(noteOn(64, { velocity: 0.2 }))
    frame()
    const soft = opacity()
    apply(noteOn(64, { velocity: 1 }))
    frame()
    expect(soft).toBeGreaterThan(0)
    expect(opacity()).toBeGreaterThan(soft)
  })

  it('shows at once what sounds already when the neck is drawn anew', () => {
    const { apply, live, root, reach, positions, lit } = drawn()
    apply(noteOn(60))
    root.innerHTML = '<g data-place="2:1"></g><g data-place="1:0"></g>'
    live.attach(root, { positions, reach, slide: () => 0 })
    expect(lit()).toEqual(['2:1 held'])
  })

  it('draws nothing more after its end', () => {
    const { apply, live, asked } = drawn()
    apply(noteOn(64))
    live.dispose()
    apply(noteOn(60))
    expect(asked()).toBe(0)
  })

  it('stops a note at the edge that is bent past the last fret shown, with an arrow, and lets it come back', () => {
    const { apply, frame, light, beyond, reach, positions } = drawn()
    const at = positions.find(({ string, fret }) => string === 2 && fret === 5)
    apply(noteOn(64))
    apply(bend(16383))
    frame()
    expect(light('2:5')).toBe(`translate(${reach.to.toFixed(1)} ${at?.y.toFixed(1)})`)
    expect(beyond('2:5')).toBe('right')
    // The open string has room to go on.
    expect(beyond('1:0')).toBeNull()
    apply(bend(8192))
    frame()
    expect(light('2:5')).toBe(`translate(${at?.x.toFixed(1)} ${at?.y.toFixed(1)})`)
    expect(beyond('2:5')).toBeNull()
    apply(bend(0))
    frame()
    expect(beyond('1:0')).toBe('left')
  })

  it('writes what a light says when it lights up, and not before', () => {
    const { apply, frame, say, said, color } = drawn()
    say('C Major')
    expect(said('2:5')).toEqual(['', '', ''])
    apply(noteOn(64))
    frame()
    expect(said('2:5')).toEqual(['E', '4', '3'])
    expect(color('2:5')).toBe('var(--degree-3)')
    expect(said('2:1')).toEqual(['', '', ''])
  })

  it('writes what sounds anew when the scale changes under it', () => {
    const { apply, frame, say, said, color } = drawn()
    say('C Major')
    apply(noteOn(63))
    frame()
    apply(noteOff(63))
    apply(noteOn(64))
    frame()
    say('A Minor', true)
    expect(said('2:5')).toEqual(['E', '4', 'P5'])
    expect(color('2:5')).toBe('var(--degree-5)')
  })

  it('writes what has lit up before anew when it lights up under another scale', () => {
    const { apply, frame, say, said } = drawn()
    say('F Major')
    apply(noteOn(70))
    apply(noteOn(60))
    frame()
    apply(noteOff(60))
    frame()
    say('C Major')
    apply(noteOn(60))
    frame()
    expect(said('2:1')).toEqual(['C', '4', '1'])
  })
})
