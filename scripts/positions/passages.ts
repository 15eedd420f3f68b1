/**
 * Parses handwritten training passages. Each line of `passages.txt` has a name, the open strings from the
 * lowest up (default: EADGBE), the capo, and the music.
 *
 * | music | meaning |
 * |---|---|
 * | `6/3` | string 6, fret 3; string 1 is the highest, frets count from the capo |
 * | `3/5-7-5` | three notes on string 3, one after another |
 * | `6/3+4/5` | both together |
 * | `<x32010>`, `<x.10.12.x.x.x>` | a chord, all strings from the lowest on |
 * | `5p3` | shape `p` of `SHAPES` with its root on string 5, fret 3 |
 * | `r` | a rest |
 * | `:8` `:8.` `:8t` `:4_16` | length of the following notes: eighth, dotted eighth, triplet eighth, quarter tied to a sixteenth |
 * | `*4`, `(…)*2` | four times; the whole group twice |
 * | `@3` | three frets higher until `@0` |
 * | `\|` | a bar line, for the reader |
 */
import { readFile } from 'node:fs/promises'
import type { TablaturePiece } from '../../src/music/fingering/fingering.js'
import { openStrings, STANDARD_TUNING } from '../../src/music/guitar/tunings.js'
import { type Lesson, lessonOf } from './pieces.js'

const FILE = new URL('./passages.txt', import.meta.url)

interface Position {
  readonly string: number
  readonly fret: number
}

/**
 * Frets relative to the root, starting with the root's string, then the next higher strings; -1 means not
 * played.
 */
const SHAPES: Readonly<Record<string, readonly number[]>> = {
  /** Power chord with octave, root and fifth, root and fourth, octave. */
  p: [0, 2, 2],
  d: [0, 2],
  i: [0, 0],
  o: [0, -1, 2],
  /** Root and sixth, root and seventh (boogie), root with fifth and ninth. */
  s: [0, 4],
  z: [0, 5],
  j: [0, 2, 4],
  /** Power chord and fifth with one finger, in drop tunings. */
  D: [0, 0, 0],
  b: [0, 0],
  /** Barre chords on string 6: major, minor, seventh, minor seventh. */
  e: [0, 2, 2, 1, 0, 0],
  m: [0, 2, 2, 0, 0, 0],
  E: [0, 2, 0, 1, 0, 0],
  M: [0, 2, 0, 0, 0, 0],
  /** Barre chords on string 5: major without and with string 1, minor, seventh, minor seventh. */
  a: [0, 2, 2, 2],
  f: [0, 2, 2, 2, 0],
  n: [0, 2, 2, 1, 0],
  A: [0, 2, 0, 2, 0],
  N: [0, 2, 0, 1, 0],
}

/**
 * Shapes that can start on any string. Notes on strings 1 and 2 are one fret higher, because string 2 is
 * tuned a major third above string 3.
 */
const MOVABLE = 'pdioszj'

export interface Passage extends TablaturePiece {
  readonly id: string
}

export async function readPassages(): Promise<Lesson[]> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n')
  return lines.map(line => {
    const passage = passageOf(line)
    return lessonOf(passage.id, passage)
  })
}

/** Open strings must include the octave; otherwise, `D A D G B E` would all be in octave 4. */
const LINE =
  /^(?<id>[\w#-]+)(?:, (?<strings>[A-G][#b]?\d(?: [A-G][#b]?\d)*))?(?:, capo (?<capo>\d+))?: (?<music>.+)$/

export function passageOf(line: string): Passage {
  const { id, strings, capo = 0, music } = LINE.exec(line)?.groups ?? {}
  if (!id || !music) throw new Error(`"${line}" is not like "riff, D2 A2 D3 G3 B3 E4, capo 2: 6/3"`)
  const tuning = strings ? openStrings(strings) : STANDARD_TUNING.strings
  return { id, tuning, capo: Number(capo), notes: notesOf(music, tuning, Number(capo)) }
}

const WORD = /^(?<what>[^:*]+)(?::(?<length>[\d._t]+))?(?:\*(?<times>\d+))?$/

function notesOf(music: string, tuning: readonly number[], capo: number): TablaturePiece['notes'] {
  const notes: TablaturePiece['notes'][number][] = []
  let onset = 0
  let duration = 0.5
  let up = 0
  for (const word of unfolded(music).split(/\s+/)) {
    if (word === '' || word === '|') continue
    if (word.startsWith('@')) {
      up = numberOf(word.slice(1))
      continue
    }
    const { what = word, length, times = 1 } = WORD.exec(word)?.groups ?? {}
    if (length) duration = beatsOf(length)
    const chords = chordsOf(what, tuning.length)
    for (let time = 0; time < Number(times); time += 1)
      for (const chord of chords) {
        for (const { string, fret } of chord) {
          const open = tuning[string - 1]
          if (open === undefined) throw new Error(`"${word}" is on string ${string} of ${tuning.length}`)
          notes.push({ onset, duration, pitch: open + capo + fret + up, string, fret: fret + up })
        }
        onset += duration
      }
  }
  return notes
}

/** Expands repetitions: `(a b)*2` becomes `a b a b`. */
function unfolded(music: string): string {
  const further = music.replace(/\(([^()]*)\)\*(\d+)/g, (_, inner: string, times: string) =>
    ` ${inner} `.repeat(Number(times)),
  )
  return further === music ? music : unfolded(further)
}

const LONGER: Readonly<Record<string, number>> = { '': 1, '.': 3 / 2, t: 2 / 3 }

/** Returns the length in quarter notes of `4`, `8.` (dotted), `8t` (triplet) or `4_16` (tied). */
function beatsOf(length: string): number {
  return length.split('_').reduce((sum, part) => {
    const [, value, mark = ''] = /^(\d+)([.t]?)$/.exec(part) ?? []
    return sum + (4 / numberOf(value)) * (LONGER[mark] ?? 1)
  }, 0)
}

/** Parses music into chords; a rest is an empty chord. */
function chordsOf(what: string, strings: number): readonly (readonly Position[])[] {
  if (what === 'r') return [[]]
  const diagram = /^<(.+)>$/.exec(what)?.[1]
  if (diagram) {
    const frets = diagram.includes('.') ? diagram.split('.') : [...diagram]
    return [
      frets.flatMap((fret, at) => (fret === 'x' ? [] : [{ string: strings - at, fret: numberOf(fret) }])),
    ]
  }
  const [, string, run] = /^(\d)\/(\d[\d-]*)$/.exec(what) ?? []
  if (string && run) return run.split('-').map(fret => [{ string: Number(string), fret: numberOf(fret) }])
  return [what.split('+').flatMap(positionsOf)]
}

/** @param part a single note `6/3` or a shape `5p3` */
function positionsOf(part: string): readonly Position[] {
  const [, root, kind = '', fret] = /^(\d)([a-zA-Z/])(\d+)$/.exec(part) ?? []
  const shape = kind === '/' ? [0] : SHAPES[kind]
  if (!shape) throw new Error(`"${part}" is neither a note nor a shape`)
  return shape.flatMap((above, at) => {
    const string = numberOf(root) - at
    const bent = MOVABLE.includes(kind) && numberOf(root) > 2 && string <= 2
    return above < 0 ? [] : [{ string, fret: numberOf(fret) + above + (bent ? 1 : 0) }]
  })
}

function numberOf(digits: string | undefined): number {
  if (!digits || !/^\d+$/.test(digits)) throw new Error(`"${digits}" is not a number`)
  return Number(digits)
}
