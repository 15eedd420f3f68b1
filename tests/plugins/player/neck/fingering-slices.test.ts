import { describe, expect, it } from 'vitest'
import { notesToSolve } from '../../../../src/plugins/player/neck/fingering-slices.js'

const single = (count: number) => Array.from({ length: count }, (_, onset) => ({ onset }))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('the notes that are solved with a slice', () => {
  it('are those around it', () => {
    expect(notesToSolve(single(3000), 800, 800, [])).toEqual(range(752, 1648))
    expect(notesToSolve(single(20), 0, 800, [])).toEqual(range(0, 20))
  })

  it('are also pinned ones, wherever they are, with the notes around them', () => {
    const notes = notesToSolve(single(3000), 800, 800, [10, 2000])
    expect(notes).toEqual([...range(6, 15), ...range(752, 1648), ...range(1996, 2005)])
  })

  it('are whole chords: of half a one nothing can be learned', () => {
    const chords = Array.from({ length: 3000 }, (_, index) => ({ onset: Math.floor(index / 3) }))
    const notes = notesToSolve(chords, 1800, 800, [10])
    expect(notes.slice(0, 13)).toEqual([...range(6, 15), 1752, 1753, 1754, 1755])
  })

  it('take the nearest where very many are pinned, each once and in their order', () => {
    const notes = notesToSolve(single(20_000), 8000, 800, range(0, 20_000))
    expect(notes.length).toBeLessThan(896 + 2 * 410)
    expect(notes).toEqual(range(notes[0] ?? 0, (notes.at(-1) ?? 0) + 1))
  })
})
