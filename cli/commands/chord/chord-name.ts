import { parseNoteName, pitchClass } from '../../../src/music/guitar/note-name.js'
import { CHORD_NAMES, type NamedChord } from '../../../src/plugins/fretboard/tokens.js'
import { wrongUsage } from '../../errors.js'
import { plain, printJson } from '../../io/print.js'
import { withPlugin } from '../../platform/with-plugin.js'

interface WrittenNote {
  readonly pitch: number
  readonly name: string | undefined
}

const LOWEST_ASCENDING = 60

export async function nameChord(words: readonly string[], { key, json }: { key?: string; json?: boolean }) {
  const notes = readNotes(words.flatMap(word => word.split(/[\s,]+/)).filter(word => word !== ''))
  const written = new Map(
    notes.flatMap(({ pitch, name }) => (name === undefined ? [] : [[pitchClass(pitch), name] as const])),
  )
  const pitches = notes.map(({ pitch }) => pitch)
  return withPlugin('fretboard', kernel => {
    const names = kernel.get(CHORD_NAMES)
    if (key !== undefined && !names.isKey(key))
      throw wrongUsage('key_unknown', `"${plain(key)}" is not a key; write it like C, Am, Bb or "D dorian".`)
    const chord = names.name(pitches, { key, written })
    if (json) printJson({ ...chord, interval: chord.interval ?? null, inversion: chord.inversion ?? null })
    else print(chord)
  })
}

function print({ name, also, interval, notes }: NamedChord): void {
  const others = also.length > 0 ? [`also ${also.join(', ')}`] : []
  const called = [name, interval].filter(Boolean)
  const lines = [...(called.length > 0 ? called : ['no common name']), ...others, notes.join(' ')]
  process.stdout.write(`${lines.join('\n')}\n`)
}

export function readNotes(words: readonly string[]): readonly WrittenNote[] {
  const notes: WrittenNote[] = []
  for (const word of words) {
    const pitch = readPitch(word, (notes.at(-1)?.pitch ?? LOWEST_ASCENDING - 1) + 1)
    if (pitch === undefined) {
      const message = `"${plain(word)}" is not a note; write C4, Eb4, F#3 or a MIDI number from 0 to 127.`
      throw wrongUsage('note_invalid', message)
    }
    notes.push({ pitch, name: nameOf(word) })
  }
  return notes
}

function readPitch(word: string, from: number): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Number(word) <= 127 ? Number(word) : undefined
  const pitch = parseNoteName(word)
  if (pitch === undefined || /\d$/.test(word)) return pitch
  const ascending = from + pitchClass(pitch - from)
  return ascending <= 127 ? ascending : undefined
}

function nameOf(word: string): string | undefined {
  const name = word
    .replace(/-?\d+$/, '')
    .replace(/♯/g, '#')
    .replace(/♭/g, 'b')
  return name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1)
}
