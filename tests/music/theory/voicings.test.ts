import { expect, it } from 'vitest'
import { fretsText } from '../../../src/music/guitar/shape.js'
import { TUNINGS } from '../../../src/music/guitar/tunings.js'
import { chordTones } from '../../../src/music/theory/chord-tones.js'
import { fingering, fingersOf } from '../../../src/music/theory/playability.js'
import { formsOf, rootString, stringSets } from '../../../src/music/theory/voicing-filter.js'
import { voicings } from '../../../src/music/theory/voicings.js'
import book from './book-shapes.json' with { type: 'json' }
import { everyVoicing } from './every-voicing.js'

const chord = (symbol: string) => {
  const tones = chordTones(symbol)
  if (!tones) throw new Error(`${symbol} is not a chord.`)
  return tones
}
const neck = (name: string, change: { capo?: number; lastFret?: number } = {}) => {
  const { strings, begins } = TUNINGS.find(tuning => tuning.name === name) ?? { strings: [] }
  return { strings, ...(begins && { begins }), capo: 0, lastFret: 24, ...change }
}

it('voicings are unique and sorted by cost', () => {
  for (const [symbol, tuning] of [
    ['C7#9', '8-string'],
    ['G', 'Banjo, open G'],
    ['Am', 'Standard'],
  ] as const) {
    const all = voicings(chord(symbol), neck(tuning))
    expect(new Set(all.map(({ frets }) => frets.join())).size).toBe(all.length)
    expect(all.map(({ cost }) => cost)).toEqual(all.map(({ cost }) => cost).toSorted((a, b) => a - b))
  }
})

it('the chord finder returns the same voicings as an exhaustive search', () => {
  for (const [symbol, tuning, must, also, bass] of [
    // Required tones, then optional tones.
    ['C7', 'Standard', [0, 4, 10], [7]],
    ['Bb', 'Ukulele', [10, 2, 5], []],
    ['G/B', 'Banjo, open G', [7, 11, 2], [], 11],
    ['Dm7', 'Irish bouzouki', [2, 5, 0], [9]],
    ['G13', 'Standard', [7, 11, 5, 4], [2, 9]],
    ['F/G', 'Ukulele', [5, 9, 0, 7], [], 7],
    ['C5', 'Bass, 4 strings', [0, 7], []],
  ] as const) {
    const on = neck(tuning, { lastFret: symbol === 'C7' ? 12 : 9 })
    const found = new Set(voicings(chord(symbol), on).map(({ frets }) => frets.join()))
    expect(found, `${symbol} ${tuning}`).toEqual(
      new Set(everyVoicing({ must, may: [...must, ...also], bass }, on)),
    )
  }
})

it('voicings take the capo into account: a C shape sounds as D with a capo at fret 2', () => {
  expect(shapes('D', 'Standard', 2)[0]).toBe('x32010')
})

it('a chord with more notes than strings has no voicing', () => {
  expect(voicings(chord('C7#5#9'), neck('Balalaika, prima'))).toEqual([])
  expect(voicings(chord('C'), neck('Balalaika, prima')).length).toBeGreaterThan(0)
})

it.each([
  ['x32010', [0, 1, 0, 2, 3, 0]],
  ['022100', [0, 0, 1, 3, 2, 0]],
  ['133211', [1, 1, 2, 4, 3, 1]],
  ['577xxx', [0, 0, 0, 4, 3, 1]],
  ['xx0232', [2, 3, 1, 0, 0, 0]],
  ['x02020', [0, 3, 0, 2, 0, 0]],
  ['0003', [3, 0, 0, 0]],
  ['0055', [2, 1, 0, 0]],
])('the shape %s is fingered %o, starting at string 1', (frets, fingers) => {
  expect(fingering(parse(frets))).toEqual(fingers)
})

it('a barre never covers an open string', () => {
  const barre = { fret: 1, from: 1, to: 6 }
  expect(fingersOf(parse('133211'))).toMatchObject({ fingers: 4, barre })
  expect(fingersOf(parse('244222'))).toMatchObject({ fingers: 3, barre: { from: 1, to: 6 } })
  expect(fingersOf(parse('100111'))).toMatchObject({ fingers: 2, barre: { from: 1, to: 3 } })
  expect(fingersOf(parse('x02220'))).toEqual({ fingers: 3, barre: undefined })
})

it('a finger other than the index can hold a barre if four fingers are not enough', () => {
  expect(fingersOf(parse('x35555'))).toMatchObject({ fingers: 2, barre: { fret: 5, from: 1, to: 4 } })
  expect(fingersOf(parse('x32333'))).toMatchObject({ fingers: 3, barre: { fret: 3, from: 1, to: 3 } })
  expect(fingering(parse('x35555'))).toEqual([3, 3, 3, 3, 1, 0])
  expect(fingersOf(parse('355235')).fingers).toBeGreaterThan(4)
})

function parse(frets: string): number[] {
  return [...frets].reverse().map(fret => (fret === 'x' ? -1 : Number(fret)))
}

const shapes = (symbol: string, tuning = 'Standard', capo = 0) => {
  return voicings(chord(symbol), neck(tuning, { capo, lastFret: 15 - capo }))
    .slice(0, 5)
    .map(({ frets }) => fretsText(frets))
}

it('the top five voicings include nearly all shapes from chord books', () => {
  const missing: string[] = []
  let wanted = 0
  let taught = 0
  let first = 0
  for (const { chord, first: firsts, also } of book.chords) {
    const found = shapes(chord)
    if (firsts.length > 0) taught += 1
    if (firsts.includes(found[0] ?? '')) first += 1
    for (const shape of new Set([...(firsts.length === 1 ? firsts : []), ...also])) {
      wanted += 1
      if (!found.includes(shape)) missing.push(`${chord} ${shape}: ${found.join(' ')}`)
    }
  }
  expect(wanted).toBeGreaterThan(400)
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(0.04 * wanted)
  expect(first).toBeGreaterThanOrEqual(0.9 * taught)
})

it('the top five ukulele voicings include common shapes, even rootless ones', () => {
  const missing = book.ukulele.filter(({ chord, also }) => {
    const found = shapes(chord, 'Ukulele')
    return also.some(shape => !found.includes(shape))
  })
  expect(missing.length, missing.map(({ chord }) => chord).join(' ')).toBeLessThanOrEqual(3)
})

it.each([
  // Shapes taught first in beginners’ books.
  ...['C x32010', 'G 320003', 'D xx0232', 'A x02220', 'E 022100', 'Am x02210', 'Dm xx0231']
    .concat('F 133211', 'B7 x21202', 'D/F# 200232', 'F#m 244222')
    .map(each => ['Standard', ...each.split(' ')] as const),
  ['Ukulele', 'D', '2220'],
  ['Ukulele', 'Em', '0432'],
  ['Bass, 4 strings', 'G5', '355x'],
  ['7-string', 'Am', 'xx02210'],
  ['Drop D', 'D5', '000xxx'],
  ['DADGAD', 'Dsus4', '000000'],
])('in %s tuning, the first voicing of %s is %s', (tuning, symbol, shape) => {
  expect(shapes(symbol, tuning)[0]).toBe(shape)
})

const NECK = neck('Standard')

const voicing = (shape: string) => ({
  frets: [...shape].map(fret => (fret === 'x' ? undefined : Number(fret))).toReversed(),
  cost: 0,
})
it.each([
  ['C', 'x32010', ['open']],
  ['F', '133211', ['barre']],
  ['A5', '577xxx', []],
  ['G7', '3x34xx', ['shell']],
  ['Dm7', 'x535xx', ['shell']],
  ['Cmaj7', 'x3545x', ['drop2']],
  ['Cmaj7', '8x998x', ['drop3']],
  ['Am7', '5x555x', ['barre', 'drop3']],
])('the voicing %s played as %s has the forms %o', (symbol, shape, forms) => {
  expect(formsOf(voicing(shape), chord(symbol), NECK)).toEqual(forms)
})

it('a voicing has a root string only if the root is its lowest note', () => {
  expect(rootString(voicing('x32010'), chord('C'), NECK)).toBe(5)
  expect(rootString(voicing('2x0232'), chord('D/F#'), NECK)).toBeUndefined()
})

it('the available string sets depend on the number of strings', () => {
  expect(stringSets(4)).toEqual(['4-1', '4-2', '3-1'])
  expect(stringSets(6)).toContain('5-2')
})
