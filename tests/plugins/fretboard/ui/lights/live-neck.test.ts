// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { beginLive, next } from '../../../../../src/music/fingering/live.js'
import { pitchAt } from '../../../../../src/music/guitar/position.js'
import { STANDARD_TUNING } from '../../../../../src/music/guitar/tunings.js'
import { labelOf, spellScale } from '../../../../../src/music/theory/scale.js'
import { type NeckGeometry, neckGeometry } from '../../../../../src/plugins/fretboard/neck/neck-geometry.js'
import { PlayedPositions } from '../../../../../src/plugins/fretboard/playing/played-positions.js'
import type { Light, TrailRing } from '../../../../../src/plugins/fretboard/ui/lights/light-painter.js'
import { type LiveLook, LiveNeck } from '../../../../../src/plugins/fretboard/ui/lights/live-neck.js'
import { MODEL } from '../../../../music/fingering/model.js'
import { bentNeck } from '../../bent-neck.js'
import { bend, noteOff, noteOn } from '../../events.js'

const RANGE = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }

interface LitNeckOptions {
  readonly look?: LiveLook
  readonly vertical?: boolean
  /** Replaces the neck’s `slide` function. */
  readonly slide?: NeckGeometry['slide']
}

function litNeck({ look, vertical = false, slide }: LitNeckOptions = {}) {
  const { model, apply } = bentNeck(RANGE)
  const queue: (() => void)[] = []
  let lights: readonly Light[] = []
  let trail: readonly TrailRing[] = []
  const live = new LiveNeck(
    model,
    {
      show: (shown, rings) => {
        lights = [...shown]
        trail = rings
      },
    },
    { request: draw => queue.push(draw), cancel: handle => void queue.splice(handle - 1, 1) },
  )
  const drawn = neckGeometry({ ...RANGE, leftHanded: false, nutRight: false, vertical })
  const geometry = { ...drawn, slide: slide ?? drawn.slide }
  const root = document.createElement('div')
  root.innerHTML = geometry.positions
    .map(({ string, fret }) => `<g data-neck-position="${string}:${fret}"></g>`)
    .join('')
  live.attach(root, geometry, look)
  const at = (position: string) => {
    const found = geometry.positions.find(({ string, fret }) => `${string}:${fret}` === position)
    if (!found) throw new RangeError(`The position ${position} is not on this neck.`)
    return found
  }
  return {
    ...{ apply, live, model, root, geometry, at },
    /** Returns the light nearest to a position along its string. */
    light: (position: string) => {
      const { x, y } = at(position)
      const near = lights.filter(light => (vertical ? light.x === x : light.y === y))
      const far = (light: Light) => Math.abs(vertical ? light.y - y : light.x - x)
      return near.toSorted((a, b) => far(a) - far(b))[0]
    },
    lights: () => lights,
    /** Returns the positions of recent notes and the opacity of their rings, newest first. */
    trail: () =>
      trail
        .map(({ x, y, opacity }) => {
          const position = geometry.positions.find(each => each.x === x && each.y === y)
          return [`${position?.string}:${position?.fret}`, opacity] as const
        })
        .toReversed(),
    /** Number of frames requested but not yet drawn. */
    asked: () => queue.length,
    frame: () => queue.shift()?.(),
    lit: () =>
      [...root.querySelectorAll('[data-sounding]')].map(
        node => `${node.getAttribute('data-neck-position')} ${node.getAttribute('data-sounding')}`,
      ),
    /** Spells the light labels in a scale. */
    say: (scale: string) => {
      const spelled = spellScale(scale)
      if (!spelled) throw new Error(`The scale ${scale} is unknown.`)
      const { strings } = STANDARD_TUNING
      live.setLabels(
        geometry.positions.map(({ string, fret }) =>
          labelOf(pitchAt({ strings }, 0, string, fret) ?? 0, spelled),
        ),
        pitch => labelOf(pitch, spelled),
      )
    },
  }
}

/** Distance a light moves per semitone of bend, in drawing units. */
const SEMITONE = 60
const bending = () => litNeck({ slide: (_fret, semitones) => semitones * SEMITONE })

it('any number of changes triggers a single frame request', () => {
  const { apply, asked, frame, lit } = litNeck()
  for (let round = 0; round < 1000; round += 1) {
    apply(noteOn(64))
    apply(noteOff(64))
  }
  apply(noteOn(60))
  expect(asked()).toBe(1)
  frame()
  expect(lit()).toContain('2:1 held')
})

it('a note that ends within one frame is shown for exactly one frame', () => {
  const { apply, frame, lit, asked } = litNeck()
  apply(noteOn(64))
  apply(noteOff(64))
  frame()
  expect(lit()).toEqual(['1:0 held', '2:5 held'])
  frame()
  expect(lit()).toEqual([])
  expect(asked()).toBe(0)
})

it('a redrawn neck shows sounding notes immediately', () => {
  const { apply, live, root, geometry, lit, lights } = litNeck()
  apply(noteOn(60))
  root.innerHTML = '<g data-neck-position="2:1"></g><g data-neck-position="1:0"></g>'
  live.attach(root, geometry)
  expect(lit()).toEqual(['2:1 held'])
  expect(lights()).toHaveLength(2)
})

it('a note bent past the last visible fret stays at the edge with an arrow until it returns', () => {
  const { apply, frame, light, at, geometry } = bending()
  apply(noteOn(64))
  apply(bend(16383))
  frame()
  expect(light('2:5')).toMatchObject({ x: geometry.reach.to, y: at('2:5').y, beyond: 'right' })
  // The open string has room for the bend.
  expect(light('1:0')).toMatchObject({ beyond: undefined })
  apply(bend(8192))
  frame()
  expect(light('2:5')).toMatchObject({ x: at('2:5').x, beyond: undefined })
  apply(bend(0))
  frame()
  expect(light('1:0')).toMatchObject({ beyond: 'left' })
})

it('a bent note’s light shows the sounding pitch', () => {
  const { apply, frame, say, light } = bending()
  say('C Major')
  apply(noteOn(64))
  apply(bend(8192 + 4096))
  frame()
  expect(light('2:5')?.label).toMatchObject({ name: 'F', octave: 4, degree: '4' })
  apply(bend(8192 + 1000))
  frame()
  expect(light('2:5')?.label).toMatchObject({ name: 'E' })
})

it('a note beyond the last fret appears at the edge of its string with an arrow and its fret', () => {
  for (const vertical of [false, true]) {
    const { apply, frame, say, lights, lit, at, geometry } = litNeck({ vertical })
    say('C Major')
    apply(noteOn(76, { string: 2 }))
    frame()
    expect(lit()).toEqual([])
    expect(lights()).toMatchObject([
      { fret: 17, beyond: vertical ? 'down' : 'right', ring: false, label: { name: 'E', octave: 5 } },
    ])
    const [light] = lights()
    const { x, y } = at('2:5')
    const [along, across] = vertical ? [light?.y, light?.x] : [light?.x, light?.y]
    expect(across).toBe(vertical ? x : y)
    expect(along).toBeGreaterThan(vertical ? y : x)
    expect(along).toBeLessThan(vertical ? geometry.height : geometry.width)
    apply(noteOff(76, { string: 2 }))
    frame()
    expect(lights()).toEqual([])
  }
})

const PLAIN = { velocityLook: 'strength', trail: 0 } as const

it('velocity can control light size: a loud note is larger than an unlit dot, a soft one smaller', () => {
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

it('inputs are styled differently as soon as a second one plays', () => {
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

it('the trail shows recent notes as fading rings and drops the oldest one first', () => {
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

it('a note moved to another string within a frame is drawn only at its new position', () => {
  const { model, apply, frame, lit, lights } = litNeck({ look: { velocityLook: 'strength', trail: 8 } })
  const service = { begin: (neck: Parameters<typeof beginLive>[0]) => beginLive(neck, MODEL), next }
  const neck = { strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 5 }
  model.setPlayedPositions(new PlayedPositions(service, neck))
  apply(noteOn(64, { at: 0 }))
  apply(noteOn(69, { at: 2 }))
  frame()
  expect(lit()).toEqual(['1:5 held', '2:5 held'])
  expect(lights()).toHaveLength(2)
})
