/** Songs of our own, written as lines of notes. */

import { parseNoteName } from '../../../core/music/guitar/note-name.js'
import { parseSong, type Song, SongError } from '../../../core/music/song/song.js'
import { DEFAULT_PPQ } from '../../../core/music/song/tempo-map.js'

export interface WrittenVoice {
  readonly name: string
  /** 0–1. */
  readonly velocity: number
  /** Bars separated by `|`; a note is its name and length in eighths, `E4:1.5`; `-` is a rest. */
  readonly bars: string
}

export interface WrittenSong {
  readonly name: string
  /** Quarter notes per minute. */
  readonly bpm: number
  readonly timeSignature: readonly [number, number]
  readonly key: string
  readonly scale: 'major' | 'minor'
  /** Program of all voices; 24 is a nylon-string guitar. */
  readonly program: number
  readonly voices: readonly WrittenVoice[]
}

const TICKS_PER_EIGHTH = DEFAULT_PPQ / 2

/** Makes the song; a mistake in the writing is an error that says which note it is. */
export function songFromText(written: WrittenSong): Song {
  const { name, bpm, timeSignature, key, scale, program, voices } = written
  const song = parseSong({
    header: {
      name,
      ppq: DEFAULT_PPQ,
      tempos: [{ bpm, ticks: 0 }],
      timeSignatures: [{ ticks: 0, timeSignature: [...timeSignature], measures: 0 }],
      keySignatures: [{ ticks: 0, key, scale }],
    },
    tracks: voices.map((voice, channel) => ({
      name: voice.name,
      channel,
      instrument: { family: 'guitar', number: program, name: 'acoustic guitar (nylon)' },
      notes: notesOf(voice),
    })),
  })
  if (song instanceof SongError) throw song
  return song
}

function notesOf({ bars, velocity, name }: WrittenVoice): object[] {
  const notes: object[] = []
  let ticks = 0
  for (const written of bars.split(/[\s|]+/).filter(note => note !== '')) {
    const [pitch = '', eighths = ''] = written.split(':')
    const durationTicks = Number(eighths) * TICKS_PER_EIGHTH
    const midi = pitch === '-' ? undefined : parseNoteName(pitch)
    if (!(durationTicks > 0) || (midi === undefined && pitch !== '-')) {
      throw new Error(`The voice ${name} holds ${written}, which is not a note.`)
    }
    if (midi !== undefined) notes.push({ midi, ticks, durationTicks, velocity })
    ticks += durationTicks
  }
  return notes
}
