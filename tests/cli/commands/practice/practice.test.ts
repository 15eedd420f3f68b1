import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rows } from '../../../support/rows.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork } from '../../run-program.js'

const { put: fileOf } = testFolder({}, true)
const align = (...words: string[]) => fretwork('practice', 'align', ...words)
const score = (...words: string[]) => fretwork('practice', 'score', ...words)
const PITCHES = [60, 62, 64, 65, 67, 69, 71, 72]
const PIECE = {
  id: 'scale',
  score: PITCHES.map((pitch, beat) => [beat, 1, pitch]),
  // The fourth note is missing, and an extra note follows at the end.
  performance: [
    ...PITCHES.map((pitch, beat) => [1 + beat / 2, 1.4 + beat / 2, pitch, 80]).filter(
      (_, beat) => beat !== 3,
    ),
    [6, 6.2, 90, 70],
  ],
  matches: rows('0 0, 1 1, 2 2, 4 3, 5 4, 6 5, 7 6'),
}
const FILE = JSON.stringify({ pieces: [PIECE] })

describe('fretwork practice align', () => {
  it.each([[[]], [['--live']]])('practice align writes each piece’s note pairs as JSON %j', async mode => {
    const { code, out } = await align(await fileOf('take.json', FILE), '--json', ...mode)
    expect([code, JSON.parse(out)]).toEqual([0, { pieces: [{ id: 'scale', matches: PIECE.matches }] }])
  })

  it('practice align reads gzipped files and counts missing and extra notes', async () => {
    const { code, out } = await align(await fileOf('take.json.gz', gzipSync(FILE)))
    expect([code, out.split('\n')[1]?.trim().split(/\s+/)]).toEqual([0, ['scale', '8', '8', '7', '1', '1']])
  })

  it.each([
    ['invalid JSON', '{"pieces": [', /is not valid JSON/],
    ['JSON without a performance', '{"tracks": []}', /isn't valid at pieces: it needs pieces with a score/],
    [
      'an invalid pitch',
      JSON.stringify({ pieces: [{ ...PIECE, score: [[0, 1, 128]] }] }),
      /at pieces\.0\.score\.0\.2/,
    ],
    ['an invalid time', '{"pieces":[{"score":[[null,1,60]],"performance":[]}]}', /at pieces\.0\.score\.0\.0/],
    [
      'notes out of order',
      JSON.stringify({ pieces: [{ ...PIECE, performance: PIECE.performance.toReversed() }] }),
      /Piece scale of ".+" is out of order: note 1 of its performance begins before the previous note/,
    ],
    [
      'a match of a missing note',
      JSON.stringify({ pieces: [{ ...PIECE, matches: [[0, 99]] }] }),
      /Piece scale of ".+": match 0 refers to a missing note/,
    ],
  ])('practice align rejects %s', async (_, content, sentence) => {
    const { code, err } = await align(await fileOf('bad.json', content))
    expect(code).toBe(3)
    expect(err).toMatch(sentence)
  })
})

describe('fretwork practice score', () => {
  it('practice score compares the note pairs with those in the file', async () => {
    const { code, out } = await score(await fileOf('scored.json', FILE), '--json')
    expect(code).toBe(0)
    const perfect = { precision: 1, recall: 1, f1: 1 }
    const both = { macro: perfect, micro: perfect }
    expect(JSON.parse(out)).toEqual({ pairs: both, omissions: both, additions: both })
  })

  it('practice score counts differing pairs', async () => {
    const other = { ...PIECE, matches: PIECE.matches.slice(1) }
    const { out } = await score(await fileOf('other.json', JSON.stringify({ pieces: [other] })))
    expect(out).toMatch(/pairs, macro +0\.8571 +1\.0000 +0\.9231/)
    expect(out).toMatch(/omissions, micro +1\.0000 +0\.5000 +0\.6667/)
  })

  it('practice score reports a missing reference', async () => {
    const { matches: _, ...piece } = PIECE
    const { code, err } = await score(await fileOf('open.json', JSON.stringify({ pieces: [piece] })))
    expect(code).toBe(3)
    expect(err).toContain('nothing to compare with')
  })
})
