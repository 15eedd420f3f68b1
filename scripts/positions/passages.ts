/** Passages of tablature as we write them by hand, to learn from: `passages/README.md` says the notation. */
import { readdir, readFile } from 'node:fs/promises'
import { CliError, EXIT } from '../../cli/errors.js'
import { openStrings, STANDARD_TUNING } from '../../src/core/music/guitar/tunings.js'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import type { TablaturePiece } from '../../src/plugins/positions/tokens.js'
import { type Lesson, lessonOf } from './pieces.js'
import { type Position, shapeAt } from './shapes.js'

const FOLDER = new URL('./passages/', import.meta.url)

export interface Passage extends TablaturePiece {
  readonly id: string
}

const MOST_FRETS = 24

/** @returns the passages that come with the project, as lessons */
export async function readPassages(): Promise<Lesson[]> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.txt')).sort()
  const texts = await Promise.all(files.map(name => readFile(new URL(name, FOLDER), 'utf8')))
  const passages = texts.flatMap((text, at) => passagesOf(text, files[at] ?? ''))
  return passages.map(passage => lessonOf(passage.id, passage))
}

/**
 * @param text passages with an empty line between; the first line of each names it, its tuning and its capo
 * @param file named in errors
 * @throws CliError `passage_unreadable`
 */
export function passagesOf(text: string, file: string): Passage[] {
  const paragraphs = text.split(/\n\s*\n/).map(paragraph =>
    paragraph
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#')),
  )
  return paragraphs.flatMap(([head, ...lines]) => (head === undefined ? [] : [passageOf(head, lines, file)]))
}

/** Each open string with its octave: `D A D G B E` would all lie in the fourth. */
const HEAD =
  /^(?<id>[A-Za-z][\w#-]*)(?:, *(?<strings>[A-G][#b]?\d(?: +[A-G][#b]?\d)*))?(?:, *capo (?<capo>1?\d))?$/

function passageOf(head: string, lines: readonly string[], file: string): Passage {
  try {
    const { id, strings, capo: behind = 0 } = HEAD.exec(head)?.groups ?? {}
    if (!id) throw new Error('its first line is to be like "riff, D2 A2 D3 G3 B3 E4, capo 2"')
    const tuning = strings ? openStrings(strings) : STANDARD_TUNING.strings
    const capo = Number(behind)
    if (tuning.some((pitch, at) => pitch >= (tuning[at - 1] ?? Number.POSITIVE_INFINITY)))
      throw new Error('its open strings do not rise')
    const notes = notesOf(lines.join(' '), tuning, capo)
    if (notes.length === 0) throw new Error('it has no notes')
    return { id, tuning, capo, notes }
  } catch (error) {
    const message = `${file}, passage "${head}": ${messageOf(error)}; scripts/positions/passages/README.md says how passages are written.`
    throw new CliError('passage_unreadable', message, EXIT.badInput, { cause: error })
  }
}

/** `what`, how long it is from here on, how often it comes. */
const WORD = /^(?<what>[^:*]+)(?::(?<length>[\d._t]+))?(?:\*(?<times>[1-9]\d*))?$/

function notesOf(music: string, tuning: readonly number[], capo: number): TablaturePiece['notes'] {
  const notes: TablaturePiece['notes'][number][] = []
  let onset = 0
  let length = 0.5
  let up = 0
  for (const word of unfolded(music).split(/\s+/)) {
    if (word === '' || word === '|') continue
    if (word.startsWith('@')) {
      up = whole(word.slice(1), word)
      continue
    }
    const groups = WORD.exec(word)?.groups
    if (!groups) throw new Error(`"${word}" is not a note`)
    if (groups.length) length = beatsOf(groups.length)
    const chords = chordsOf(groups.what ?? '', tuning.length, up)
    for (let time = 0; time < Number(groups.times ?? 1); time += 1)
      for (const chord of chords) {
        for (const { string, fret } of chord) {
          const open = tuning[string - 1]
          if (open === undefined || fret > MOST_FRETS)
            throw new Error(
              `"${word}" would be fret ${fret} of string ${string}; there are ${tuning.length} strings and ${MOST_FRETS} frets`,
            )
          notes.push({ onset, duration: length, pitch: open + capo + fret, string, fret })
        }
        if (new Set(chord.map(place => place.string)).size < chord.length)
          throw new Error(`"${word}" takes a string twice`)
        onset += length
      }
  }
  return notes
}

/** Written out: `(a b)*2` is `a b a b`. */
function unfolded(music: string): string {
  const further = music.replace(/\(([^()]*)\)\*([1-9]\d*)/g, (_, inner: string, times: string) =>
    ` ${inner} `.repeat(Number(times)),
  )
  if (further !== music) return unfolded(further)
  if (/[()]/.test(music))
    throw new Error('a parenthesis has no other, or is not followed by how often, as in (6/0 6/3)*2')
  return music
}

const LONGER: Readonly<Record<string, number>> = { '': 1, '.': 3 / 2, t: 2 / 3 }

/** Quarter notes of `4`, `8.` (dotted), `8t` (of a triplet) or `4_16` (tied). */
function beatsOf(length: string): number {
  return length.split('_').reduce((sum, part) => {
    const [, value, mark = ''] = /^(1|2|4|8|16|32)([.t]?)$/.exec(part) ?? []
    if (!value) throw new Error(`"${part}" is not a length`)
    return sum + (4 / Number(value)) * (LONGER[mark] ?? 1)
  }, 0)
}

/** What sounds, one after another: nothing in a rest. */
function chordsOf(what: string, strings: number, up: number): readonly (readonly Position[])[] {
  if (what === 'r') return [[]]
  const raised = (string: number, fret: number): Position => ({ string, fret: fret + up })
  const diagram = /^<(.+)>$/.exec(what)?.[1]
  if (diagram) {
    const frets = diagram.includes('.') ? diagram.split('.') : [...diagram]
    if (frets.length !== strings) throw new Error(`"${what}" says ${frets.length} strings of ${strings}`)
    return [frets.flatMap((fret, at) => (fret === 'x' ? [] : [raised(strings - at, whole(fret, what))]))]
  }
  const [, string, run] = /^(\d)\/(\d[\d-]*)$/.exec(what) ?? []
  if (string && run) return run.split('-').map(fret => [raised(Number(string), whole(fret, what))])
  const chord = what.split('+').flatMap(part => {
    const [, root = '', kind = '', fret = ''] = /^(\d)([a-zA-Z/])(\d+)$/.exec(part) ?? []
    const places = kind === '/' ? [{ string: Number(root), fret: 0 }] : shapeAt(kind, Number(root))
    if (!places) throw new Error(`"${part}" is neither a note nor a shape`)
    return places.map(place => raised(place.string, place.fret + Number(fret)))
  })
  return [chord]
}

function whole(digits: string, word: string): number {
  if (!/^\d+$/.test(digits)) throw new Error(`"${word}" is not a note`)
  return Number(digits)
}
