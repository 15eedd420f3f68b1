import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { passageOf, readPassages } from '../../scripts/positions/passages.js'
import { type Lesson, readLessons } from '../../scripts/positions/pieces.js'

const IDIOMS = new URL('../../scripts/positions/idioms.json.gz', import.meta.url)

function chordsOf(notes: Lesson['piece']['notes']): string[] {
  const chords = new Map<number, string[]>()
  for (const { onset, string, fret } of notes)
    chords.set(onset, [...(chords.get(onset) ?? []), `${string}/${fret}`])
  return [...chords.values()].map(chord => chord.join(' '))
}

test.each([
  ['6/3 r 3/5-7', ['6/3', '3/5', '3/7']],
  ['6/3+4/5 | 6/0', ['6/3 4/5', '6/0']],
  ['<x32010>', ['5/3 4/2 3/0 2/1 1/0']],
  ['<x.10.12.x.x.x>', ['5/10 4/12']],
  ['((6/0)*2 5/0)*2', ['6/0', '6/0', '5/0', '6/0', '6/0', '5/0']],
  ['@2 6/0 5d1 <xxxxx0> @0 6/0', ['6/2', '5/3 4/5', '1/2', '6/0']],
  ['6p3 4p5 3p2', ['6/3 5/5 4/5', '4/5 3/7 2/8', '3/2 2/5 1/5']],
  ['6o3 5o3 4o5 3o5', ['6/3 4/5', '5/3 3/5', '4/5 2/8', '3/5 1/8']],
  ['6m5 5A2', ['6/5 5/7 4/7 3/5 2/5 1/5', '5/2 4/4 3/2 2/4 1/2']],
])('the passage %s has the chords %j', (music, chords) => {
  expect(chordsOf(passageOf(`a: ${music}`).notes)).toEqual(chords)
})

test('a passage keeps a length until another one is named', () => {
  const { notes } = passageOf('a: 6/0 6/0:4. 6/0 6/0:8t 6/0:4_16')
  expect(notes.map(({ duration }) => duration)).toEqual([0.5, 1.5, 1.5, 1 / 3, 1.25])
})

test('a passage names its tuning from the lowest string and its capo', () => {
  expect(passageOf('two, D2 A2 D3 G3 B3 E4, capo 2: 6/3')).toEqual({
    id: 'two',
    tuning: [64, 59, 55, 50, 45, 38],
    capo: 2,
    notes: [{ onset: 0, duration: 0.5, pitch: 38 + 2 + 3, string: 6, fret: 3 }],
  })
})

test.each(['riff, drop D: 6/3', 'riff: 6q3', 'riff: 7/3', 'riff: 6/3:x', 'riff: (6/3 5/5'])(
  'the passage "%s" is refused',
  line => {
    expect(() => passageOf(line)).toThrow()
  },
)

describe('the passages of the project', () => {
  it('have unique names and can be held on 24 frets', async () => {
    const passages = await readPassages()
    expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length)
    const misfits = passages.filter(
      ({ onsets, piece }) =>
        onsets.length === 0 ||
        onsets.some(({ grips }) => !grips.legal) ||
        piece.notes.some(({ fret }) => fret > 24),
    )
    expect(misfits.map(({ id }) => id)).toEqual([])
  })

  it('share no run of twelve chords, three of them different, with the idioms of the evaluation', async () => {
    const runsOf = ({ piece }: Lesson): string[] => {
      const chords = chordsOf(piece.notes).map(chord => chord.split(' ').sort().join(' '))
      return chords
        .map((_, at) => chords.slice(at, at + 12))
        .filter(run => run.length === 12 && new Set(run).size >= 3)
        .map(run => run.join(', '))
    }
    const evaluated = new Set((await readLessons(fileURLToPath(IDIOMS))).flatMap(runsOf))
    const shared = (await readPassages()).filter(passage => runsOf(passage).some(run => evaluated.has(run)))
    expect(shared.map(({ id }) => id)).toEqual([])
  })
})
