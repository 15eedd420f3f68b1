import { expect, it } from 'vitest'
import {
  type Light,
  LightPainter,
  type LightWords,
} from '../../../../../src/plugins/fretboard/ui/lights/light-painter.js'

const LOOK = {
  ...{ degrees: ['grey', 'red', 'yellow', 'green'], words: 'black', ground: 'white', trail: 'blue' },
  font: 'sans-serif',
}
const WORDS: LightWords = { showOctave: true, showDegree: true, showInterval: false }
const E4 = { name: 'E', octave: 4, degree: '3', interval: 'M3', inScale: true }
const LIGHT: Light = {
  ...{ x: 100, y: 40, size: 1, halo: 0.4, ring: false, input: undefined, beyond: undefined, label: E4 },
}

/** Fake canvas of 400 × 200 pixels that records drawing calls. Every letter is ten units wide. */
function canvas() {
  const drawn: { what: string; at: number[]; style: unknown; alpha: number; dash: number[] }[] = []
  let transform: number[] = []
  let dash: number[] = []
  const context = {
    ...{ canvas: { width: 400, height: 200 }, font: '', fillStyle: '', strokeStyle: '', lineWidth: 1 },
    globalAlpha: 1,
    setTransform: (...numbers: number[]) => {
      transform = numbers
    },
    setLineDash: (lengths: number[]) => {
      dash = lengths
    },
    clearRect: (...box: number[]) => tell('clear', undefined, box),
    beginPath: () => undefined,
    arc: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    rotate: (angle: number) => tell('turn', undefined, [angle]),
    fill: () => tell('fill', context.fillStyle),
    stroke: () => tell('stroke', context.strokeStyle),
    fillText: (text: string, x: number, y: number) => tell(`“${text}”`, context.fillStyle, [x, y]),
    measureText: (text: string) => ({ width: text.length * 10 }),
  }
  function tell(what: string, style?: unknown, at: number[] = transform) {
    drawn.push({ what, at, style, alpha: context.globalAlpha, dash })
  }
  // The fake implements only the methods used by the painter.
  const painter = new LightPainter(context as unknown as CanvasRenderingContext2D)
  return { painter, drawn, of: (what: string) => drawn.filter(each => each.what === what) }
}

function painted(light: Partial<Light> = {}, words = WORDS, scale = 2) {
  const made = canvas()
  made.painter.set({ radius: 21, words, look: LOOK, scale })
  made.painter.show([{ ...LIGHT, ...light }], [])
  return made
}

it('a light is a disc in its degree’s color, with a halo that reflects the velocity', () => {
  const { of } = painted()
  expect(of('fill')).toMatchObject([{ style: 'green', at: [2, 0, 0, 2, 200, 80], alpha: 1 }])
  expect(of('stroke')).toMatchObject([{ style: 'green', alpha: 0.4, dash: [] }])
})

it('a light shows the note name and octave above the degree', () => {
  expect(painted().drawn.filter(({ what }) => what.startsWith('“'))).toMatchObject([
    { what: '“E4”', at: [-10, -1], style: 'black' },
    { what: '“3”', at: [-5, 13.5] },
  ])
})

it('a note held by the pedal keeps its color and has a ring instead of a halo', () => {
  const { of } = painted({ ring: true })
  expect(of('fill').map(({ style, alpha }) => [style, alpha])).toEqual([
    ['green', 1],
    ['white', 1],
    ['green', 1],
  ])
  expect(of('stroke')).toEqual([])
  expect(of('“E4”')).toMatchObject([{ style: 'black' }])
})

it('a note off the visible neck shows its fret instead of its name', () => {
  const { of } = painted({ fret: 14, beyond: 'right' })
  expect([of('“14”'), of('“E4”'), of('turn')].map(found => found.length)).toEqual([1, 0, 1])
})

it('every input but the first has a distinct dash pattern', () => {
  const cuts = [undefined, 0, 1, 2, 3].map(input => painted({ input }).of('stroke')[0]?.dash ?? [])
  expect(cuts.slice(0, 2)).toEqual([[], []])
  expect(new Set(cuts.slice(1).map(String)).size).toBe(4)
})

it('the painter clears the canvas before each frame', () => {
  const { painter, drawn } = painted()
  drawn.length = 0
  painter.show([], [])
  expect(drawn).toMatchObject([{ what: 'clear', at: [0, 0, 400, 200] }])
})

it('trail rings are painted below the lights, each with its own opacity', () => {
  const { painter, drawn } = painted()
  drawn.length = 0
  painter.show([LIGHT], [{ x: 10, y: 20, opacity: 0.25 }])
  expect(drawn.filter(({ what }) => what === 'stroke')).toMatchObject([
    { style: 'blue', alpha: 0.25, at: [2, 0, 0, 2, 20, 40] },
    { style: 'green' },
  ])
})
