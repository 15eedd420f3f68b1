import { describe, expect, it } from 'vitest'
import { TUNINGS } from '../../../../src/core/music/guitar/tunings.js'
import { chordTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { voicings } from '../../../../src/plugins/fretboard/chords/voicings.js'
import { shapeText } from '../../../../src/plugins/fretboard/voicings/shape-text.js'
import book from './book-shapes.json' with { type: 'json' }

const shapes = (symbol: string, tuning = 'Standard', capo = 0) => {
  const chord = chordTones(symbol)
  const neck = TUNINGS.find(({ name }) => name === tuning)
  if (!chord || !neck) throw new Error(`${symbol} or ${tuning} is unknown`)
  return voicings(chord, { ...neck, capo, lastFret: 15 - capo })
    .slice(0, 5)
    .map(({ frets }) => shapeText(frets))
}

const ROOTS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B']

/** The form of an open chord, moved up the neck. */
const movedUp = (form: string, by: number) =>
  shapeText([...form].map(fret => (fret === 'x' ? undefined : Number(fret) + by)).toReversed())

describe('players reach for', () => {
  it.each([
    ['Am', 'x02210'],
    ['C', 'x32010'],
    ['E', '022100'],
    ['D', 'xx0232'],
    ['B', 'x24442'],
    ['G', '320003'],
    ['Gm', '355333'],
    ['E7#9', 'x7678x'],
    ['C9', 'x3233x'],
    ['A5', '577xxx'],
    ['G/B', 'x20003'],
  ])('%s as %s', (symbol, shape) => {
    expect(shapes(symbol)[0]).toBe(shape)
  })

  it.each([
    ['F', ['133211', 'xx3211']],
    ['G', ['320003', '320033', '355433']],
    ['D/F#', ['2x0232', '200232']],
    ['Fmaj7', ['xx3210', '1x221x']],
  ])('%s as %o', (symbol, wanted) => {
    expect(shapes(symbol)).toEqual(expect.arrayContaining(wanted))
  })

  it('shapes of chord books: nearly all are among the first five, and mostly first', () => {
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

  it('shapes of books for the ukulele, some of them without their root', () => {
    const missing = book.ukulele.filter(({ chord, also }) => {
      const found = shapes(chord, 'Ukulele')
      return also.some(shape => !found.includes(shape))
    })
    expect(missing.length, missing.map(({ chord }) => chord).join(' ')).toBeLessThanOrEqual(3)
  })

  it('both barre forms of every major and minor chord', () => {
    for (const [root, name] of ROOTS.entries()) {
      for (const [quality, e, a] of [
        ['', '022100', 'x02220'],
        ['m', '022000', 'x02210'],
      ] as const) {
        const found = shapes(name + quality)
        for (const [form, open] of [
          [e, 4],
          [a, 9],
        ] as const) {
          const fret = (root - open + 12) % 12
          if (fret < 9) expect(found, name + quality).toContain(movedUp(form, fret))
        }
      }
    }
  })

  it.each([
    ['Ukulele', 'D', '2220'],
    ['Ukulele', 'Em', '0432'],
    ['Bass, 4 strings', 'G5', '355x'],
    ['7-string', 'Am', 'xx02210'],
    ['Drop D', 'D5', '000xxx'],
    ['DADGAD', 'Dsus4', '000000'],
  ])('what %s players know for %s: %s', (tuning, symbol, shape) => {
    expect(shapes(symbol, tuning)[0]).toBe(shape)
  })

  it('the same shapes above a capo', () => {
    expect(shapes('Bm', 'Standard', 2).slice(0, 2)).toEqual(shapes('Am').slice(0, 2))
  })

  it('different shapes: the first five aren’t one with other strings left out', () => {
    const lowest = shapes('Am').map(shape => Math.min(...[...shape].map(Number).filter(fret => fret > 0)))
    expect(new Set(lowest).size).toBeGreaterThan(1)
  })
})
