import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { chordTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { formsOf, rootString, stringSets } from '../../../../src/plugins/fretboard/voicings/voicing-filter.js'

const NECK = { ...STANDARD_TUNING, capo: 0, lastFret: 24 }

const voicing = (shape: string) => ({
  frets: [...shape].map(fret => (fret === 'x' ? undefined : Number(fret))).toReversed(),
  cost: 0,
})
const chord = (symbol: string) => {
  const tones = chordTones(symbol)
  if (!tones) throw new Error(`${symbol} isn't a chord`)
  return tones
}

describe('the forms of a voicing', () => {
  it.each([
    ['C', 'x32010', ['open']],
    ['F', '133211', ['barre']],
    ['A5', '577xxx', []],
    ['G7', '3x34xx', ['shell']],
    ['Dm7', 'x535xx', ['shell']],
    ['Cmaj7', 'x3545x', ['drop2']],
    ['Cmaj7', '8x998x', ['drop3']],
    ['Am7', '5x555x', ['barre', 'drop3']],
  ])('of %s as %s are %o', (symbol, shape, forms) => {
    expect(formsOf(voicing(shape), chord(symbol), NECK)).toEqual(forms)
  })

  it('know the string of the root, if that is the lowest note', () => {
    expect(rootString(voicing('x32010'), chord('C'), NECK)).toBe(5)
    expect(rootString(voicing('2x0232'), chord('D/F#'), NECK)).toBeUndefined()
  })

  it('have sets of strings for each neck', () => {
    expect(stringSets(4)).toEqual(['4-1', '4-2', '3-1'])
    expect(stringSets(6)).toContain('5-2')
  })
})
