import { describe, expect, it } from 'vitest'
import { fretwork } from '../../run-program.js'

const json = async (...words: string[]) =>
  JSON.parse((await fretwork('chord', 'name', '--json', ...words)).out)

describe('fretwork chord name', () => {
  it('chord name prints name, alternative names and notes with musical symbols', async () => {
    expect(await fretwork('chord', 'name', 'C4', 'Eb4', 'Gb4', 'Bb4')).toEqual({
      ...{ code: 0, out: 'Cm7♭5\nalso E♭m/C\nC E♭ G♭ B♭\n', err: '' },
    })
    expect(await fretwork('chord', 'name', 'C4', 'E4')).toMatchObject({ out: 'Major third\nC E\n' })
    expect(await fretwork('chord', 'name', 'E2', 'B2')).toMatchObject({ out: 'E5\nPerfect fifth\nE B\n' })
    expect(await fretwork('chord', 'name', 'C', 'C#', 'D')).toMatchObject({
      code: 0,
      out: 'no common name\nC C♯ D\n',
    })
  })

  it('the JSON output of chord name contains the same data plus the name in plain text', async () => {
    expect(await json('C4', 'Eb4', 'Gb4', 'Bb4')).toEqual({
      ...{ name: 'Cm7♭5', ascii: 'Cm7b5', also: ['E♭m/C'], notes: ['C', 'E♭', 'G♭', 'B♭'], root: 'C' },
      ...{ bass: 'C', interval: null, inversion: 0 },
    })
    expect(await json('G', 'F', 'A', 'C')).toMatchObject({
      ...{ name: 'F/G', bass: 'G', root: 'F', inversion: null },
    })
  })

  it('chord notes can have an octave, be numbers, or ascend from the previous note', async () => {
    for (const notes of [
      ['60', '63', '67', '70'],
      ['C', 'E♭', 'G', 'B♭'],
      ['C4 Eb4, G4 bb4'],
      ['C3', 'D#', 'G', 'A#'],
    ])
      expect(await json(...notes)).toMatchObject({ ascii: 'Cm7', notes: ['C', 'E♭', 'G', 'B♭'] })
    expect(await json('E3', 'C4', 'G4')).toMatchObject({ ascii: 'C/E' })
  })

  it('the key determines a chord’s enharmonic spelling', async () => {
    expect(await json('--key', 'E♭ dorian', '61', '65', '68', '71')).toMatchObject({ ascii: 'Db7' })
    expect(await json('--key', 'F#m', '61', '65', '68', '71')).toMatchObject({ ascii: 'C#7' })
  })

  it.each([
    [['C4', 'H4'], /"H4" is not a note/],
    [['60', '128'], /"128" is not a note/],
    [['C', 'E', '--key', 'Q'], /"Q" is not a key/],
    [[], /./],
  ])('the invalid notes %j are rejected with the reason', async (words, err) => {
    expect(await fretwork('chord', 'name', ...words)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(err) },
    })
  })
})

const voicings = (...words: string[]) => fretwork('chord', 'voicings', ...words)
const found = async (...words: string[]) => JSON.parse((await voicings('--json', ...words)).out)

describe('fretwork chord voicings', () => {
  it('each voicing is printed on one line, most common first', async () => {
    expect(await voicings('E7(#9)', '--limit', '2')).toMatchObject({
      code: 0,
      out: 'x7678x  E7(♯9)  root string 5  drop 2\n020103  E7(♯9)  root string 6  open\n',
    })
    expect((await voicings('Am', '--limit', '1')).out).toBe('x02210  Am  root string 5  open\n')
  })

  it('the JSON output of voicings contains positions with pitches and degrees', async () => {
    expect(await found('C/E', '--limit', '1', '--tuning', 'ukulele')).toMatchObject({
      chord: 'C/E',
      tuning: ['G4', 'C4', 'E4', 'A4'],
    })
    const { voicings: all } = await found('D', '--limit', '1')
    expect(all).toEqual([
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

  it.each([
    [['Ab7#9', '--root', '5'], 'x-11-10-11-12-x'],
    [['D', '--capo', '2'], 'x32010'],
    [['G7', '--form', 'shell', '--root', '6'], '3x34xx'],
    [['Cmaj7', '--form', 'drop3'], '8x998x'],
    [['Am7', '--form', 'drop2', '--strings', '4-1', '--limit', '99'], 'xx5555'],
    [['F', '--form', 'barre', '--root', '6'], '133211'],
  ])('the voicings of %j include %s', async (words, shape) => {
    expect((await found(...words)).voicings).toContainEqual(expect.objectContaining({ frets: shape }))
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
  ])('the invalid arguments %o are rejected with the reason', async (words, sentence) => {
    expect(await voicings(...words)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining(sentence) },
    })
  })
})
