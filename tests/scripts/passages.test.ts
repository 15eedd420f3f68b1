// The notation that passages to learn from are written in, and the passages themselves.
import { describe, expect, it } from 'vitest'
import { PASSAGES, passagesOf, readPassages } from '../../scripts/positions/passages.js'

const E_STANDARD = [64, 59, 55, 50, 45, 40]

/** Each chord as string/fret, from what comes first. */
function chordsOf(music: string, head = 'a'): string[] {
  const [passage] = passagesOf(`${head}\n${music}`, 'some.txt')
  const chords = new Map<number, string[]>()
  for (const { onset, string, fret } of passage?.notes ?? [])
    chords.set(onset, [...(chords.get(onset) ?? []), `${string}/${fret}`])
  return [...chords].sort(([a], [b]) => a - b).map(([, places]) => places.join(' '))
}

const lengthsOf = (music: string) => passagesOf(`a\n${music}`, '')[0]?.notes.map(({ duration }) => duration)

describe('passages of tablature written by hand', () => {
  it('name their tuning from the lowest string and their capo, or are EADGBE', () => {
    const [plain, low] = passagesOf(
      '# remark\none\n6/3\n\ntwo, D2 A2 D3 G3 B3 E4, capo 2\n# remark\n6/3\n',
      '',
    )
    expect(plain).toEqual({
      id: 'one',
      tuning: E_STANDARD,
      capo: 0,
      notes: [{ onset: 0, duration: 0.5, pitch: 43, string: 6, fret: 3 }],
    })
    expect(low?.tuning).toEqual([64, 59, 55, 50, 45, 38])
    expect(low?.notes[0]?.pitch).toBe(38 + 2 + 3)
  })

  it.each([
    ['notes, runs on a string and rests', '6/3 r 3/5-7', ['6/3', '3/5', '3/7']],
    ['notes together', '6/3+4/5', ['6/3 4/5']],
    ['diagrams from the lowest string', '<x32010>', ['5/3 4/2 3/0 2/1 1/0']],
    ['diagrams with frets of two digits', '<x.10.12.x.x.x>', ['5/10 4/12']],
    ['repeats', '(6/0*2 5/0)*2', ['6/0', '6/0', '5/0', '6/0', '6/0', '5/0']],
    ['repeats within repeats', '((6/0)*2 5/0)*2', ['6/0', '6/0', '5/0', '6/0', '6/0', '5/0']],
    ['what is moved up', '@2 6/0 5d1 <x0> @0 6/0', ['6/2', '5/3 4/5', '1/2', '6/0']],
    ['power chords', '6p3 4p5 3p2', ['6/3 5/5 4/5', '4/5 3/7 2/8', '3/2 2/5 1/5']],
    ['octaves', '6o3 5o3 4o5 3o5', ['6/3 4/5', '5/3 3/5', '4/5 2/8', '3/5 1/8']],
    ['barre chords', '6m5 5A2', ['6/5 5/7 4/7 3/5 2/5 1/5', '5/2 4/4 3/2 2/4 1/2']],
  ])('know %s', (_, music, chords) => {
    expect(chordsOf(music)).toEqual(chords)
  })

  it('keep a length until another one is named, with dots, triplets and ties', () => {
    expect(lengthsOf('6/0 6/0:4. 6/0 6/0:8t 6/0:4_16')).toEqual([0.5, 1.5, 1.5, 1 / 3, 1.25])
  })

  it.each([
    ['6/x', '"6/x" is no note'],
    ['6q3', '"6q3" is no note and no shape'],
    ['6/3:x', '"6/3:x" is no note'],
    ['6/3:8x', '"6/3:8x" is no note'],
    ['@up', '"@up" is no note'],
    ['7/3', '"7/3" lies on no neck of 6 strings'],
    ['6/25', '"6/25" lies on no neck'],
    ['2p3', '"2p3" has a string too many'],
    ['6/3+6/5', '"6/3+6/5" takes a string twice'],
    ['<0000000>', 'lies on no neck'],
  ])('refuse %s, and name the passage and its file', (music, sentence) => {
    const read = () => passagesOf(`riff\n${music}`, 'riffs.txt')
    expect(read).toThrow(sentence)
    expect(read).toThrow('riffs.txt, passage "riff":')
  })

  it('refuse a tuning and a capo that are none', () => {
    expect(() => passagesOf('riff, drop D\n6/0', '')).toThrow('"drop" is no note')
    expect(() => passagesOf('riff, capo two\n6/0', '')).toThrow('"capo two" is no capo')
  })
})

describe('the passages that the positions are learned from', () => {
  it('each have a name of their own, and can be held', async () => {
    const passages = await readPassages(PASSAGES)
    expect(passages.length).toBeGreaterThan(300)
    expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length)
    const misfits = passages.filter(({ onsets }) => onsets.some(({ grips }) => !grips.legal))
    expect(misfits.map(({ id }) => id)).toEqual([])
  })
})
