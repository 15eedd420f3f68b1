/**
 * Parser for the format. The first line has the tempo, and each further line has a note and its length in
 * beats. A hyphen is a rest, and everything after `#` is a comment.
 *
 *     notes 90
 *     E4 1
 *     - 0.5     # breathe
 *     B3 2
 */
import { type LooseSong, parseNoteName, phrases, SentenceError } from '@fretwork/sdk'
import type { SongFormatReading } from '@fretwork/sdk/plugins/midi-file'

const SENTENCES = phrases({
  head: 'The first line has to say “notes” and the tempo, for example: notes 90',
  note: 'Line {{line}} has to name a note, or a hyphen for a rest: “{{word}}” is neither.',
  length: 'Line {{line}} has to give a length in beats behind the note: “{{word}}” is none.',
  leftOut: 'Words behind the length were left out: {{number}}.',
})
const HEAD = /^notes\s+(\d+(?:\.\d+)?)\s*$/
const REST = '-'
const SECONDS_PER_MINUTE = 60

type Note = LooseSong['tracks'][number]['notes'][number]

/** @throws SentenceError with the number of the invalid line */
export function readNoteLines(text: string): SongFormatReading {
  const [head = '', ...lines] = text.split(/\r?\n/).map(line => line.replace(/#.*$/, '').trim())
  const bpm = Number(HEAD.exec(head)?.[1])
  if (!(bpm > 0)) throw new SentenceError('note_lines_head', SENTENCES.head)

  const notes: Note[] = []
  let time = 0
  let leftOut = 0
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const [name = '', length = '', ...rest] = line.split(/\s+/)
    const duration = (beatsOf(length, index + 2) * SECONDS_PER_MINUTE) / bpm
    if (name !== REST) notes.push({ midi: pitchOf(name, index + 2), time, duration })
    time += duration
    leftOut += rest.length
  }
  const remarks = leftOut > 0 ? [{ sentence: SENTENCES.leftOut, values: { number: leftOut } }] : []
  return { song: { header: { tempos: [{ bpm, ticks: 0 }] }, tracks: [{ notes }] }, remarks }
}

function pitchOf(word: string, line: number): number {
  const pitch = parseNoteName(word)
  if (pitch === undefined) throw new SentenceError('note_lines_note', SENTENCES.note, { line, word })
  return pitch
}

function beatsOf(word: string, line: number): number {
  const beats = word === '' ? Number.NaN : Number(word)
  if (!(beats > 0)) throw new SentenceError('note_lines_length', SENTENCES.length, { line, word })
  return beats
}
