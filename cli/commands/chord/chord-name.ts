import { parseNoteName, pitchClass } from '../../../src/music/guitar/note-name.js'
import { withSigns } from '../../../src/music/guitar/note-names.js'
import { chordName } from '../../../src/music/theory/chord-name.js'
import { NO_SCALE, spellKey } from '../../../src/music/theory/scale.js'
import { wrongUsage } from '../../errors.js'
import { plain, printJson } from '../../io/print.js'

interface WrittenNote {
  readonly pitch: number
  readonly name: string | undefined
}

const LOWEST_ASCENDING = 60

export function nameChord(words: readonly string[], { key, json }: { key?: string; json?: boolean }): void {
  const notes = readNotes(words.flatMap(word => word.split(/[\s,]+/)).filter(word => word !== ''))
  const written = new Map(
    notes.flatMap(({ pitch, name }) => (name === undefined ? [] : [[pitchClass(pitch), name] as const])),
  )
  const scale = key === undefined ? NO_SCALE : spellKey(key)
  if (!scale)
    throw wrongUsage(
      'key_unknown',
      `"${plain(key ?? '')}" is not a key; use a form such as C, Am, Bb or "D dorian".`,
    )
  const pitches = notes.map(({ pitch }) => pitch)
  const chord = chordName(pitches, { scale, written })
  const name = withSigns(chord.name)
  const also = chord.alternatives.map(withSigns)
  const tones = chord.tones.map(tone => withSigns(tone.name))
  if (json) {
    printJson({
      ...{ name, ascii: chord.name, also, notes: tones },
      ...{ root: withSigns(chord.root), bass: withSigns(chord.bass) },
      ...{ interval: chord.interval ?? null, inversion: chord.inversion ?? null },
    })
    return
  }
  const others = also.length > 0 ? [`also ${also.join(', ')}`] : []
  const called = [name, chord.interval].filter(Boolean)
  const lines = [...(called.length > 0 ? called : ['no common name']), ...others, tones.join(' ')]
  process.stdout.write(`${lines.join('\n')}\n`)
}

export function readNotes(words: readonly string[]): readonly WrittenNote[] {
  const notes: WrittenNote[] = []
  for (const word of words) {
    const pitch = readPitch(word, (notes.at(-1)?.pitch ?? LOWEST_ASCENDING - 1) + 1)
    if (pitch === undefined) {
      const message = `"${plain(word)}" is not a note; use C4, Eb4, F#3 or a MIDI number from 0 to 127.`
      throw wrongUsage('note_invalid', message)
    }
    notes.push({ pitch, name: writtenNote(word) })
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

function writtenNote(word: string): string | undefined {
  const name = word
    .replace(/-?\d+$/, '')
    .replace(/♯/g, '#')
    .replace(/♭/g, 'b')
  return name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1)
}
