import { describe, expect, it } from 'vitest'
import { fretwork } from '../../run-program.js'

const voicings = (...words: string[]) => fretwork('chord', 'voicings', ...words)
const json = async (...words: string[]) => JSON.parse((await voicings('--json', ...words)).out)
const shapes = (found: { voicings: { frets: string }[] }) => found.voicings.map(({ frets }) => frets)

describe('fretwork chord voicings', () => {
  it('prints a line for each, the usual one first', async () => {
    expect(await voicings('E7(#9)', '--limit', '2')).toMatchObject({
      code: 0,
      out: 'x7678x  E7(♯9)  root string 5  drop 2\n020103  E7(♯9)  root string 6  open\n',
    })
    expect((await voicings('Am', '--limit', '1')).out).toBe('x02210  Am  root string 5  open\n')
  })

  it('prints positions as JSON, with pitches and degrees', async () => {
    expect(await json('C/E', '--limit', '1', '--tuning', 'ukulele')).toMatchObject({
      chord: 'C/E',
      tuning: ['G4', 'C4', 'E4', 'A4'],
    })
    const { voicings: found } = await json('D', '--limit', '1')
    expect(found).toEqual([
      {
        ...{ frets: 'xx0232', forms: ['open'], rootString: 4 },
        positions: [
          { string: 1, fret: 2, pitch: 66, name: 'F#', degree: '3', finger: 2 },
          { string: 2, fret: 3, pitch: 62, name: 'D', degree: '1', finger: 3 },
          { string: 3, fret: 2, pitch: 57, name: 'A', degree: '5', finger: 1 },
          { string: 4, fret: 0, pitch: 50, name: 'D', degree: '1', finger: 0 },
        ],
      },
    ])
  })

  it('separates frets of two digits, and counts them from a capo', async () => {
    expect(shapes(await json('Ab7#9', '--root', '5'))[0]).toBe('x-11-10-11-12-x')
    expect(shapes(await json('D', '--capo', '2'))[0]).toBe('x32010')
  })

  it('keeps only what is asked for', async () => {
    expect(shapes(await json('G7', '--form', 'shell', '--root', '6'))).toContain('3x34xx')
    expect(shapes(await json('Cmaj7', '--form', 'drop3'))).toContain('8x998x')
    expect(shapes(await json('Am7', '--form', 'drop2', '--strings', '4-1', '--limit', '99'))).toContain(
      'xx5555',
    )
    const { voicings: barres } = await json('F', '--form', 'barre', '--root', '6')
    expect(barres[0].frets).toBe('133211')
  })

  it.each([
    [['Foo'], 'Can’t read “oo”'],
    [['C', '--tuning', 'X'], 'not a note'],
    [['C', '--tuning', 'C2 G2'], '3 to 10 strings'],
    [['C', '--capo', '30'], 'from 0 to 23'],
    [['C', '--limit', '0'], 'whole number'],
    [['C', '--strings', '1-4'], 'such as 4-1'],
    [['C', '--root', '7'], 'from 1 to 6'],
    [['C', '--form', 'big'], 'Allowed choices'],
  ])('says what is wrong with %o', async (words, sentence) => {
    expect(await voicings(...words)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining(sentence) },
    })
  })
})
