import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readPassages } from '../../scripts/positions/passages.js'
import { type Lesson, readLessons } from '../../scripts/positions/pieces.js'

const IDIOMS = new URL('../../scripts/positions/idioms.json.gz', import.meta.url)

function chordsOf(notes: Lesson['piece']['notes']): string[] {
  const chords = new Map<number, string[]>()
  for (const { onset, string, fret } of notes)
    chords.set(onset, [...(chords.get(onset) ?? []), `${string}/${fret}`])
  return [...chords.values()].map(chord => chord.join(' '))
}

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
