// The notation that passages to learn from are written in, and the passages themselves.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { passagesOf, readPassages } from '../../scripts/positions/passages.js'
import { type Lesson, readLessons } from '../../scripts/positions/pieces.js'

const E_STANDARD = [64, 59, 55, 50, 45, 40]

const README = new URL('../../scripts/positions/passages/README.md', import.meta.url)
const IDIOMS = new URL('../../scripts/positions/idioms.json', import.meta.url)

/** All of so many chords that follow one another, where they are not one or two over and over. */
const RUN = 12
const MANY = 3

function runsOf({ piece: { notes } }: Lesson): string[] {
  const chords = positionsOf(notes).map(chord => chord.split(' ').sort().join(' '))
  return chords
    .map((_, at) => chords.slice(at, at + RUN))
    .filter(run => run.length === RUN && new Set(run).size >= MANY)
    .map(run => run.join(', '))
}

/** Each chord as string/fret, from what comes first. */
function positionsOf(notes: Lesson['piece']['notes']): string[] {
  const chords = new Map<number, string[]>()
  for (const { onset, string, fret } of notes)
    chords.set(onset, [...(chords.get(onset) ?? []), `${string}/${fret}`])
  return [...chords].sort(([a], [b]) => a - b).map(([, places]) => places.join(' '))
}

const chordsOf = (music: string, head = 'a') =>
  positionsOf(passagesOf(`${head}\n${music}`, 'some.txt')[0]?.notes ?? [])

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
    ['what is moved up', '@2 6/0 5d1 <xxxxx0> @0 6/0', ['6/2', '5/3 4/5', '1/2', '6/0']],
    ['power chords', '6p3 4p5 3p2', ['6/3 5/5 4/5', '4/5 3/7 2/8', '3/2 2/5 1/5']],
    ['octaves', '6o3 5o3 4o5 3o5', ['6/3 4/5', '5/3 3/5', '4/5 2/8', '3/5 1/8']],
    ['sixths and sevenths', '5s0 3s0 3z0', ['5/0 4/4', '3/0 2/5', '3/0 2/6']],
    ['barre chords', '6m5 5A2', ['6/5 5/7 4/7 3/5 2/5 1/5', '5/2 4/4 3/2 2/4 1/2']],
  ])('know %s', (_, music, chords) => {
    expect(chordsOf(music)).toEqual(chords)
  })

  it('keep a length until another one is named, with dots, triplets and ties', () => {
    expect(lengthsOf('6/0 6/0:4. 6/0 6/0:8t 6/0:4_16')).toEqual([0.5, 1.5, 1.5, 1 / 3, 1.25])
  })

  it.each([
    ['6/x', '"6/x" is neither a note nor a shape'],
    ['6q3', '"6q3" is neither a note nor a shape'],
    ['6/3:x', '"6/3:x" is not a note'],
    ['6/3:8x', '"6/3:8x" is not a note'],
    ['@up', '"@up" is not a note'],
    ['7/3', '"7/3" would be fret 3 of string 7'],
    ['6/25', '"6/25" would be fret 25 of string 6'],
    ['@25 6/0', '"6/0" would be fret 25 of string 6'],
    ['2p3', '"2p3" would be fret 5 of string 0'],
    ['6/3+6/5', '"6/3+6/5" takes a string twice'],
    ['<x3201>', '"<x3201>" says 5 strings of 6'],
    ['<0000000>', '"<0000000>" says 7 strings of 6'],
    ['6a2', '"6a2" is neither a note nor a shape'],
    ['5e3', '"5e3" is neither a note nor a shape'],
    ['6/3*0', '"6/3*0" is not a note'],
    ['6/3:0', '"0" is not a length'],
    ['6/3:3', '"3" is not a length'],
    ['6/3:4_', '"" is not a length'],
    ['(6/3 5/5', 'a parenthesis'],
    ['6/3 5/5)*2', 'a parenthesis'],
    ['(6/3 5/5)', 'a parenthesis'],
    ['(6/3 5/5)*0', 'a parenthesis'],
    ['r', 'it has no notes'],
    ['|', 'it has no notes'],
  ])('refuse %s, and name the passage and its file', (music, sentence) => {
    const read = () => passagesOf(`riff\n${music}`, 'riffs.txt')
    expect(read).toThrow(sentence)
    expect(read).toThrow('riffs.txt, passage "riff":')
  })

  it.each([
    ['no name', '6/3 5/3'],
    ['nothing before the capo', ', capo 2'],
    ['a tuning that is none', 'riff, drop D'],
    ['a tuning without octaves', 'riff, D A D G B E'],
    ['two tunings', 'riff, D2 A2 D3 G3, B3 E4'],
    ['a capo that is none', 'riff, capo two'],
    ['a capo beyond the neck', 'riff, capo 30'],
    ['something after the capo', 'riff, capo 2, capo 3'],
  ])('refuse a first line with %s, and say how one is written', (_, head) => {
    const read = () => passagesOf(`${head}\n6/0`, 'riffs.txt')
    expect(read).toThrow(`riffs.txt, passage "${head}": its first line is to be like "riff, D2`)
  })

  it('refuse open strings that do not begin with the lowest', () => {
    expect(() => passagesOf('riff, E4 B3 G3 D3 A2 E2\n6/0', '')).toThrow('its open strings do not rise')
  })

  it('may be indented, and have the line ends of Windows', () => {
    const passages = passagesOf('  # remark\r\n one\r\n  # remark\r\n 6/3\r\n\r\ntwo\r\n6/3\r\n', '')
    expect(passages.map(({ id, notes }) => [id, notes.length])).toEqual([
      ['one', 1],
      ['two', 1],
    ])
  })
})

describe('the passages that the positions are learned from', () => {
  it('are written as the example in their README is', async () => {
    const [, example = ''] = /```text\n([^`]*)```/.exec(await readFile(README, 'utf8')) ?? []
    expect(passagesOf(example, 'README.md').map(({ capo, notes }) => [capo, notes.length])).toEqual([
      [0, 60],
      [3, 12],
    ])
  })

  it('each have a name of their own, and can be held', async () => {
    const passages = await readPassages()
    expect(passages.length).toBeGreaterThan(300)
    const ids = passages.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
    const misfits = passages.filter(({ onsets }) => onsets.some(({ grips }) => !grips.legal))
    expect(misfits.map(({ id }) => id)).toEqual([])
  })

  it('share no long run with the idioms that what is learned is judged by', async () => {
    const idioms = await readLessons(fileURLToPath(IDIOMS))
    const judged = new Set(idioms.flatMap(runsOf))
    const shared = (await readPassages()).filter(passage => runsOf(passage).some(run => judged.has(run)))
    expect(shared.map(({ id }) => id)).toEqual([])
  })
})
