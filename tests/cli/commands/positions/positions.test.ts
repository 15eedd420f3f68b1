import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { oneNote } from '../../../plugins/midi-file/midi-bytes.js'
import { rows } from '../../../support/rows.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork } from '../../run-program.js'

const { put: fileOf } = testFolder({}, true)
const solve = (...words: string[]) => fretwork('positions', 'solve', ...words)
const score = (...words: string[]) => fretwork('positions', 'score', ...words)
const TUNING = [64, 59, 55, 50, 45, 40]
const OPEN = {
  pieces: [
    { id: 'a', tuning: TUNING, capo: 0, notes: rows('0 480 64, 0 480 40, 480 480 10') },
    { id: 'b', tuning: TUNING, capo: 2, notes: [[0, 480, 66]] },
  ],
}
const PLACED = { pieces: [{ id: 'a', tuning: TUNING, capo: 0, notes: rows('0 480 64 1 0, 480 480 40 6 0') }] }

describe('fretwork positions solve', () => {
  it('solve finds a position for every note, even for two quick notes on one string', async () => {
    // The six-note chord leaves no string for the first note, and the last note fits only on string 1.
    const chord = TUNING.map(pitch => [19, 480, pitch])
    const pieces = [{ tuning: TUNING, notes: [[0, 480, 52], ...chord, [38, 480, 88]] }]
    const { out } = await solve(await fileOf('rolled.json', JSON.stringify({ pieces })))
    expect(out.split('\n').find(line => line.startsWith('E4'))).toMatch(/^E4\|0-+24-/)
  })

  it('solve prints a MIDI file as tablature', async () => {
    const { code, out, err } = await solve(await fileOf('one.mid', oneNote))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').map(line => line.trim())).toEqual([
      'E4|0---|',
      'B3|----|',
      'G3|----|',
      'D3|----|',
      'A2|----|',
      'E2|----|',
      '',
    ])
  })

  it.each([
    [
      ['--tuning', 'C2 G2 D3 A3', '--capo', '2'],
      { tuning: [57, 50, 43, 36], capo: 2, notes: [{ onset: 0, pitch: 64, place: { string: 1, fret: 5 } }] },
    ],
    // E4 is within twelve frets only on the short fifth string, whose frets are counted from its first one.
    [
      ['--tuning', 'D4*5 C2 D2 E2 F2', '--frets', '12'],
      { tuning: [41, 40, 38, 36, 62], begins: [0, 0, 0, 0, 5], notes: [{ place: { string: 5, fret: 7 } }] },
    ],
  ])('solve prints JSON for %j', async (neck, expected) => {
    const { out } = await solve(await fileOf('one.mid', oneNote), '--json', ...neck)
    expect(JSON.parse(out)).toMatchObject({ ...expected, problems: [] })
  })

  it('solve keeps the order of tablature without positions and reports unplaced notes', async () => {
    const text = JSON.stringify(OPEN)
    const { out, err } = await solve(await fileOf('open.json', text))
    expect([out, err]).toEqual([
      expect.stringContaining('E2|0---|'),
      'a: 1 × note out of range: left out, or moved with --octaves\n',
    ])
    for (const path of [await fileOf('open.json', text), await fileOf('open.json.gz', gzipSync(text))]) {
      const { code, out } = await solve('--json', path)
      expect(code).toBe(0)
      expect(JSON.parse(out)).toEqual({
        pieces: [
          { id: 'a', places: rows('1 0, 6 0, 0 0') },
          { id: 'b', places: [[1, 0]] },
        ],
      })
    }
  })

  it('solve reads a JSON song and the requested track', async () => {
    const notes = [{ midi: 40, ticks: 0, durationTicks: 480 }]
    const song = {
      header: { ppq: 480 },
      tracks: [{ notes: [] }, { notes: [{ midi: 64, ticks: 480, durationTicks: 1 }] }, { notes }],
    }
    const path = await fileOf('song.json', JSON.stringify(song))
    const solved = async (...words: string[]) => JSON.parse((await solve('--json', path, ...words)).out)
    expect(await solved()).toMatchObject({ notes: [{ onset: 1, place: { string: 1, fret: 0 } }] })
    const third = { notes: [{ onset: 0, place: { string: 6, fret: 0 } }] }
    expect(await solved('--track', '3')).toMatchObject(third)
  })

  it('solve accepts a byte-order mark and a high capo, and escapes control characters in IDs', async () => {
    const pieces = [{ id: '\u001b[31mred\n', tuning: TUNING, capo: 20, notes: [[0, 480, 84]] }]
    const path = await fileOf('marked.json', `\ufeff${JSON.stringify({ pieces })}`)
    const { code, out } = await solve(path)
    expect(code).toBe(0)
    expect(out).toContain('\ufffd[31mred\ufffd\n')
    expect(out).toContain('E4|0---|')
  })

  it.each(['--tuning', '--capo', '--frets', '--track'])('solve rejects %s for tablature', async option => {
    const file = await fileOf('open-neck.json', JSON.stringify(OPEN))
    const { code, err } = await solve(file, option, '2')
    expect(code).toBe(2)
    expect(err).toContain(`${option} only applies to songs`)
  })

  it.each([
    [['--tuning', 'H2 X'], 2, 'is not a note'],
    [['--tuning', 'G4*40 D3 G3 B3 D4'], 2, 'cannot start at fret 40'],
    [['--tuning', 'G4*x D3 G3 B3 D4'], 2, '"G4*x" is not a note'],
    [['--tuning', '*5 D3 G3 B3 D4'], 2, '"*5" is not a note'],
    [['--tuning', 'G4*5'], 2, 'A neck needs 3 to 10 strings, not 1.'],
    [['--capo', 'two'], 2, '--capo must be a whole number'],
    [['--capo', '99'], 2, 'The capo must be on a fret'],
    [['--track', '7'], 2, 'but no track 7'],
  ])('solve rejects %j with the reason', async (words, exit, part) => {
    const { code, err, out } = await solve(await fileOf('one.mid', oneNote), ...words)
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toContain(part)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

describe('fretwork positions score', () => {
  it('positions score prints a row for every method, lowest fret first', async () => {
    const { code, out } = await score(await fileOf('placed.json', JSON.stringify(PLACED)))
    expect(code).toBe(0)
    expect(out).toMatch(/^lowest-fret +100\.0 % +100\.0 % +100\.0 %/m)
    expect(out.trim().split('\n')).toHaveLength(6)
  })

  it('positions score prints JSON', async () => {
    const path = await fileOf('placed.json.gz', gzipSync(JSON.stringify(PLACED)))
    const { out } = await score(path, '--json')
    const { methods } = JSON.parse(out)
    expect(methods.map(({ name }: { name: string }) => name)).toEqual([
      'lowest-fret',
      'whole',
      'causal',
      'lowest-fret-after-tenth',
      'whole-tenth-pinned',
    ])
    expect(methods[0]).toMatchObject({ macro: 1, micro: 1, ambiguous: 1, unplayable: 0 })
    expect(methods[0].notesPerSecond).toBeGreaterThan(0)
  })

  it.each([
    ['invalid JSON', 'x', 'is not valid JSON'],
    ['a broken package', new Uint8Array([0x1f, 0x8b, 1, 2, 3]), 'cannot be unpacked'],
    ['other JSON', '{"pieces":[{"tuning":[1],"notes":[]}]}', "isn't valid tablature at pieces.0.tuning"],
    ['tablature without positions', JSON.stringify(OPEN), 'string, fret'],
    ['no pieces', '{"pieces":[]}', 'has no notes to score'],
  ])('positions score rejects %s with a short message', async (_, content, part) => {
    const { code, err, out } = await score(await fileOf('bad', content))
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain(part)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it('positions score evaluates notes with impossible positions and reports the first one', async () => {
    const pieces = [{ ...PLACED.pieces[0], tuning: TUNING.toReversed() }]
    const file = await fileOf('low-to-high.json', JSON.stringify({ pieces }))
    const { code, err } = await score(file)
    expect([code, err]).toEqual([
      0,
      "2 notes can't be played at the position in the file (note 1 of piece a: string 1, fret 0 is not pitch 64). A tuning starts with string 1, the highest.\n",
    ])
  })
})
