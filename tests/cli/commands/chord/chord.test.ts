import { describe, expect, it } from 'vitest'
import { fretwork } from '../../run-program.js'

const json = async (...words: string[]) =>
  JSON.parse((await fretwork('chord', 'name', '--json', ...words)).out)

describe('fretwork chord name', () => {
  it('prints the name, other names and the notes, with the signs of music', async () => {
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

  it('prints the same as JSON, with the name in plain text too', async () => {
    expect(await json('C4', 'Eb4', 'Gb4', 'Bb4')).toEqual({
      ...{ name: 'Cm7♭5', ascii: 'Cm7b5', also: ['E♭m/C'], notes: ['C', 'E♭', 'G♭', 'B♭'], root: 'C' },
      ...{ bass: 'C', interval: null, inversion: 0 },
    })
    expect(await json('G', 'F', 'A', 'C')).toMatchObject({
      ...{ name: 'F/G', bass: 'G', root: 'F', inversion: null },
    })
  })

  it('reads notes with octave, numbers, and notes that ascend from the one before', async () => {
    for (const notes of [
      ['60', '63', '67', '70'],
      ['C', 'E♭', 'G', 'B♭'],
      ['C4 Eb4, G4 bb4'],
      ['C3', 'D#', 'G', 'A#'],
    ])
      expect(await json(...notes)).toMatchObject({ ascii: 'Cm7', notes: ['C', 'E♭', 'G', 'B♭'] })
    expect(await json('E3', 'C4', 'G4')).toMatchObject({ ascii: 'C/E' })
  })

  it('spells by the key', async () => {
    expect(await json('--key', 'Db', '66', '70', '73')).toMatchObject({ ascii: 'Gb' })
    expect(await json('--key', 'B', '66', '70', '73')).toMatchObject({ ascii: 'F#' })
    expect(await json('--key', 'F#m', '61', '65', '68', '71')).toMatchObject({ ascii: 'C#7' })
    expect(await json('--key', 'E♭ dorian', '61', '65', '68', '71')).toMatchObject({ ascii: 'Db7' })
  })

  it.each([
    [['C4', 'H4'], /"H4" is not a note/],
    [['60', '128'], /"128" is not a note/],
    [['C', 'E', '--key', 'Q'], /"Q" is not a key/],
    [[], /./],
  ])('says what is wrong with %j', async (words, err) => {
    expect(await fretwork('chord', 'name', ...words)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(err) },
    })
  })
})
