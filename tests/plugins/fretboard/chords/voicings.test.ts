import { describe, expect, it } from 'vitest'
import { TUNINGS } from '../../../../src/core/music/guitar/tunings.js'
import { chordTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { fingering, fingersOf } from '../../../../src/plugins/fretboard/chords/playability.js'
import { type Voicing, voicings } from '../../../../src/plugins/fretboard/chords/voicings.js'
import { everyVoicing } from './every-voicing.js'

const chord = (symbol: string) => {
  const tones = chordTones(symbol)
  if (!tones) throw new Error(`${symbol} isn't a chord`)
  return tones
}
const neck = (name: string, change: { capo?: number; lastFret?: number } = {}) => {
  const { strings, begins } = TUNINGS.find(tuning => tuning.name === name) ?? { strings: [] }
  return { strings, ...(begins && { begins }), capo: 0, lastFret: 24, ...change }
}
/** `x32010`, the lowest string first. */
const written = ({ frets }: Voicing) =>
  frets
    .map(fret => (fret === undefined ? 'x' : String(fret)))
    .toReversed()
    .join('')

const easiest = (symbol: string, tuning = 'Standard') =>
  voicings(chord(symbol), neck(tuning)).slice(0, 1).map(written)[0]

describe('the first voicing', () => {
  /** What every book for beginners has first. */
  it.each([
    ['C', 'x32010'],
    ['G', '320003'],
    ['D', 'xx0232'],
    ['A', 'x02220'],
    ['E', '022100'],
    ['Am', 'x02210'],
    ['Dm', 'xx0231'],
    ['F', '133211'],
    ['B7', 'x21202'],
    ['D/F#', '200232'],
    ['F#m', '244222'],
  ])('of %s on a guitar is %s', (symbol, frets) => {
    expect(easiest(symbol)).toBe(frets)
  })

  it.each([
    ['C', '0003'],
    ['F', '2010'],
    ['G7', '0212'],
  ])('of %s on a ukulele is %s, whatever its lowest note', (symbol, frets) => {
    expect(easiest(symbol, 'Ukulele')).toBe(frets)
  })

  it('is the open strings if the tuning is the chord', () => {
    expect(easiest('G', 'Banjo, open G')).toBe('00000')
    expect(easiest('D', 'Open D')).toBe('000000')
    expect(easiest('G', 'Mandolin')).toBe('0023')
  })
})

describe('every voicing', () => {
  it('is there once, by cost', () => {
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

  it('is found: trying everything out finds no other', () => {
    for (const [symbol, tuning] of [
      ['C7', 'Standard'],
      ['Bb', 'Ukulele'],
      ['G/B', 'Banjo, open G'],
      ['Dm7', 'Irish bouzouki'],
      ['G13', 'Standard'],
      ['F/G', 'Ukulele'],
      ['C5', 'Bass, 4 strings'],
    ] as const) {
      const on = neck(tuning, { lastFret: 9 })
      const found = new Set(voicings(chord(symbol), on).map(({ frets }) => frets.join()))
      expect(found, `${symbol} ${tuning}`).toEqual(new Set(everyVoicing(chord(symbol), on)))
    }
  })

  it('follows the capo: shapes of C sound as D at the second fret', () => {
    expect(
      voicings(chord('D'), neck('Standard', { capo: 2, lastFret: 22 }))
        .slice(0, 1)
        .map(written),
    ).toEqual(['x32010'])
  })

  it('doesn’t exist if there are too few strings', () => {
    expect(voicings(chord('C7#5#9'), neck('Balalaika, prima'))).toEqual([])
    expect(voicings(chord('C'), neck('Balalaika, prima')).length).toBeGreaterThan(0)
  })
})

describe('the hand', () => {
  it.each([
    ['x32010', [0, 1, 0, 2, 3, 0]],
    ['022100', [0, 0, 1, 3, 2, 0]],
    ['133211', [1, 1, 2, 4, 3, 1]],
    ['577xxx', [0, 0, 0, 4, 3, 1]],
    ['xx0232', [2, 3, 1, 0, 0, 0]],
    ['x02020', [0, 3, 0, 2, 0, 0]],
    ['0003', [3, 0, 0, 0]],
    ['0055', [2, 1, 0, 0]],
  ])('plays %s with fingers %o, string 1 first', (frets, fingers) => {
    expect(fingering(parse(frets))).toEqual(fingers)
  })

  it('uses a barre only if no string in between is open', () => {
    const barre = { fret: 1, from: 1, to: 6 }
    expect(fingersOf(parse('133211'))).toMatchObject({ fingers: 4, barre })
    expect(fingersOf(parse('244222'))).toMatchObject({ fingers: 3, barre: { from: 1, to: 6 } })
    expect(fingersOf(parse('100111'))).toMatchObject({ fingers: 2, barre: { from: 1, to: 3 } })
    expect(fingersOf(parse('x02220'))).toEqual({ fingers: 3, barre: undefined })
  })

  it('bars with a second finger where four aren’t enough', () => {
    expect(fingersOf(parse('x35555'))).toMatchObject({ fingers: 2, barre: { fret: 5, from: 1, to: 4 } })
    expect(fingersOf(parse('x32333'))).toMatchObject({ fingers: 3, barre: { fret: 3, from: 1, to: 3 } })
    expect(fingering(parse('x35555'))).toEqual([3, 3, 3, 3, 1, 0])
    expect(fingersOf(parse('355235')).fingers).toBeGreaterThan(4)
  })
})

function parse(frets: string): number[] {
  return [...frets].reverse().map(fret => (fret === 'x' ? -1 : Number(fret)))
}
