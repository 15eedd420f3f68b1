/** Passages of tablature as we write them by hand, to learn from: `passages/README.md` says the notation. */
import { readdir, readFile } from 'node:fs/promises'
import { CliError } from '../../cli/cli-error.js'
import { EXIT } from '../../cli/exit-codes.js'
import { openStrings } from '../../src/core/music/tunings.js'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import type { TablaturePiece } from '../../src/plugins/positions/tokens.js'
import { type Lesson, lessonOf } from './pieces.js'
import { type Place, shapeAt } from './shapes.js'

/** Where the passages that come with the project lie. */
export const PASSAGES = new URL('./passages/', import.meta.url)

export interface Passage extends TablaturePiece {
  readonly id: string
}

const STANDARD = 'E2 A2 D3 G3 B3 E4'
const MOST_FRETS = 24

/** @returns the passages of all text files of a folder, as lessons */
export async function readPassages(folder: URL): Promise<Lesson[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.txt')).sort()
  const texts = await Promise.all(files.map(name => readFile(new URL(name, folder), 'utf8')))
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
      .filter(line => line.trim() !== '' && !line.startsWith('#'))
      .map(line => line.trim()),
  )
  return paragraphs.flatMap(([head, ...lines]) => (head === undefined ? [] : [passageOf(head, lines, file)]))
}

function passageOf(head: string, lines: readonly string[], file: string): Passage {
  const [id = '', ...words] = head.split(',').map(word => word.trim())
  try {
    const capoWord = words.find(word => word.startsWith('capo '))
    const tuning = openStrings(words.find(word => word !== capoWord) ?? STANDARD)
    const capo = capoWord === undefined ? 0 : capoOf(capoWord)
    return { id, tuning, capo, notes: notesOf(lines.join(' '), tuning, capo) }
  } catch (error) {
    const message = `${file}, passage "${id}": ${messageOf(error)}; passages/README.md says how passages are written.`
    throw new CliError('passage_unreadable', message, EXIT.badInput, { cause: error })
  }
}

function capoOf(word: string): number {
  const fret = /^capo (\d+)$/.exec(word)?.[1]
  if (fret === undefined) throw new Error(`"${word}" is no capo`)
  return Number(fret)
}

/** `what`, how long it is from here on, how often it comes. */
const WORD = /^(?<what>[^:*]+)(?::(?<length>[\d._t]+))?(?:\*(?<times>\d+))?$/

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
    if (!groups) throw new Error(`"${word}" is no note`)
    if (groups.length) length = beatsOf(groups.length)
    const chords = chordsOf(groups.what ?? '', tuning.length, up)
    for (let time = 0; time < Number(groups.times ?? 1); time += 1)
      for (const chord of chords) {
        for (const { string, fret } of chord) {
          const open = tuning[string - 1]
          if (open === undefined || fret < 0 || fret > MOST_FRETS)
            throw new Error(`"${word}" lies on no neck of ${tuning.length} strings`)
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
  const group = /\(([^()]*)\)\*(\d+)/
  let text = music
  for (let found = group.exec(text); found; found = group.exec(text)) {
    const [all, inner = '', times = '1'] = found
    text =
      text.slice(0, found.index) + ` ${inner} `.repeat(Number(times)) + text.slice(found.index + all.length)
  }
  return text
}

/** Quarter notes of `4`, `8.` (dotted), `8t` (of a triplet) or `4_16` (tied). */
function beatsOf(length: string): number {
  return length.split('_').reduce((sum, part) => {
    const [, value = '', dot, triplet] = /^(\d+)(\.?)(t?)$/.exec(part) ?? []
    const beats = 4 / whole(value, part)
    return sum + beats * (dot ? 1.5 : 1) * (triplet ? 2 / 3 : 1)
  }, 0)
}

/** What sounds, one after another: nothing in a rest. */
function chordsOf(what: string, strings: number, up: number): readonly (readonly Place[])[] {
  if (what === 'r') return [[]]
  const raised = (string: number, fret: number): Place => ({ string, fret: fret + up })
  const diagram = /^<(.+)>$/.exec(what)?.[1]
  if (diagram) {
    const frets = diagram.includes('.') ? diagram.split('.') : [...diagram]
    return [frets.flatMap((fret, at) => (fret === 'x' ? [] : [raised(frets.length - at, whole(fret, what))]))]
  }
  const [, string, run] = /^(\d)\/(\d[\d-]*)$/.exec(what) ?? []
  if (string && run) return run.split('-').map(fret => [raised(Number(string), whole(fret, what))])
  const chord = what.split('+').flatMap(part => {
    const [, root = '', kind = '', fret = ''] = /^(\d)([a-zA-Z/])(\d+)$/.exec(part) ?? []
    const places = kind === '/' ? [{ string: whole(root, part), fret: 0 }] : shapeAt(kind, whole(root, part))
    if (!places) throw new Error(`"${part}" is no note and no shape`)
    return places.map(place => raised(place.string, place.fret + whole(fret, part)))
  })
  if (chord.some(({ string }) => string < 1 || string > strings))
    throw new Error(`"${what}" has a string too many`)
  return [chord]
}

function whole(digits: string, word: string): number {
  if (!/^\d+$/.test(digits)) throw new Error(`"${word}" is no note`)
  return Number(digits)
}
