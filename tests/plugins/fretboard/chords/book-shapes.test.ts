import { describe, expect, it } from 'vitest'
import { TUNINGS } from '../../../../src/core/music/guitar/tunings.js'
import { chordTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { shapeText, voicings } from '../../../../src/plugins/fretboard/chords/voicings.js'
import book from './book-shapes.json' with { type: 'json' }

const shapes = (symbol: string, tuning = 'Standard', capo = 0) => {
  const chord = chordTones(symbol)
  const neck = TUNINGS.find(({ name }) => name === tuning)
  if (!chord || !neck) throw new Error(`${symbol} or ${tuning} is unknown`)
  return voicings(chord, { ...neck, capo, lastFret: 15 - capo })
    .slice(0, 5)
    .map(({ frets }) => shapeText(frets))
}

describe('players reach for', () => {
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
})
