import { phrase, phrases } from '../../../core/platform/phrases.js'
import { parseNoteName } from '../../../music/guitar/note-name.js'
import { STANDARD_TUNING } from '../../../music/guitar/tunings.js'
import { parseSong, type Song, SongError } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { DEFAULT_PPQ } from '../../../music/song/song-time.js'
import WRITTEN from './included-songs.json' with { type: 'json' }

interface IncludedSong {
  readonly id: keyof typeof WRITTEN
  readonly title: string
  readonly origin: string
}

export const INCLUDED_SONGS: readonly IncludedSong[] = [
  { id: 'greensleeves', title: phrase('Greensleeves'), origin: phrase('England, 16th century') },
  { id: 'spanish-romance', title: phrase('Spanish Romance'), origin: phrase('Spain, 19th century') },
  // First part of BWV Anh. 114, an octave lower.
  { id: 'minuet-in-g', title: phrase('Minuet in G'), origin: phrase('Christian Petzold, about 1725') },
  { id: 'when-the-saints', title: phrase('When the Saints'), origin: phrase('United States, 19th century') },
  {
    id: 'corner-shuffle',
    title: phrase('Corner Shuffle'),
    origin: phrase('Written for Fretwork (full band)'),
  },
]

const TRACKS = phrases([
  'Melody',
  'Bass',
  'Arpeggio',
  'Guitar',
  'Lead guitar',
  'Rhythm guitar',
  'Organ',
  'Drums',
])

/** @param say translates the title and track names */
export function makeSong(
  { id, title }: Pick<IncludedSong, 'id' | 'title'>,
  say: (name: string) => string = String,
): Song {
  const { voices, ...written } = WRITTEN[id] as unknown as WrittenFile
  const joined = voices.map(voice => ({ ...voice, name: say(voice.name), bars: voice.bars.join(' | ') }))
  return songFromText({ ...written, name: say(title), voices: joined })
}

type WrittenFile = Omit<WrittenSong, 'name' | 'voices'> & {
  readonly voices: readonly (Omit<WrittenVoice, 'bars' | 'name'> & {
    readonly name: (typeof TRACKS)[number]
    readonly bars: readonly string[]
  })[]
}

export const includedSong = (id: string) => INCLUDED_SONGS.find(song => song.id === id)

interface WrittenVoice {
  readonly name: string
  readonly velocity: number
  /** Default: the song's program. `drums` uses channel 10. */
  readonly program?: number | 'drums'
  /**
   * Bars such as `C4:2 E4:1.5 | C3+E3:2 -:1 | % | Am:2`: note or chord names with lengths in eighths. `-` is
   * a rest, `%` repeats the bar.
   */
  readonly bars: string
}

export interface WrittenSong {
  readonly name: string
  readonly bpm: number
  readonly timeSignature: readonly [number, number]
  readonly key: string
  readonly scale: 'major' | 'minor'
  readonly program: number
  /** Chord shapes by name. Frets start at the lowest string: `x32010`. */
  readonly grips?: Readonly<Record<string, string>>
  /** If the first bar is short, it is a pickup in all voices. */
  readonly voices: readonly WrittenVoice[]
}

const TICKS_PER_EIGHTH = DEFAULT_PPQ / 2
/** General MIDI percussion notes. */
const DRUMS: Readonly<Record<string, number>> = { kick: 36, snare: 38, hat: 42, crash: 49, ride: 51 }

export function songFromText(written: WrittenSong): Song {
  const { name, bpm, timeSignature, key, scale, program, voices } = written
  const pitched = voices.filter(voice => voice.program !== 'drums')
  const read = voices.map(voice => readVoice(voice, written))
  const [beats, unit] = timeSignature
  const first = read[0]?.firstBar ?? 0
  const pickup = first < (beats * 8) / unit ? first : 0
  const song = parseSong({
    header: {
      name,
      ppq: DEFAULT_PPQ,
      tempos: [{ bpm, ticks: 0 }],
      timeSignatures: [
        ...(pickup > 0 ? [{ ticks: 0, timeSignature: asTimeSignature(pickup, unit) }] : []),
        { ticks: pickup * TICKS_PER_EIGHTH, timeSignature: [...timeSignature] },
      ],
      keySignatures: [{ ticks: 0, key, scale }],
    },
    tracks: voices.map((voice, index) => ({
      name: voice.name,
      channel: voice.program === 'drums' ? DRUM_CHANNEL : pitched.indexOf(voice),
      instrument: { number: voice.program === 'drums' ? 0 : (voice.program ?? program) },
      notes: read[index]?.notes ?? [],
    })),
  })
  if (song instanceof SongError) throw song
  return song
}

/** Returns the notes and the length of the first bar in eighths. */
function readVoice({ bars, velocity }: WrittenVoice, { grips = {} }: WrittenSong) {
  const notes: object[] = []
  let [ticks, firstBar, before] = [0, 0, '']
  for (const [index, bar] of bars.split('|').entries()) {
    before = bar.trim() === '%' ? before : bar.trim()
    for (const written of before.split(/\s+/)) {
      const [what = '', length = ''] = written.split(':')
      const [count, parts = 1] = length.split('/').map(Number)
      const durationTicks = Math.round(((count ?? 0) / parts) * TICKS_PER_EIGHTH)
      const pitches = what === '-' ? [] : what.split('+').flatMap(each => pitchesOf(each, grips))
      for (const midi of pitches) notes.push({ midi, ticks, durationTicks, velocity })
      ticks += durationTicks
    }
    if (index === 0) firstBar = ticks / TICKS_PER_EIGHTH
  }
  return { notes, firstBar }
}

function pitchesOf(name: string, grips: Readonly<Record<string, string>>): readonly (number | undefined)[] {
  const frets = grips[name]
  if (frets === undefined) return [DRUMS[name] ?? parseNoteName(name)]
  const open = STANDARD_TUNING.strings.toReversed()
  return [...frets].flatMap((fret, string) => (fret === 'x' ? [] : [(open[string] ?? 0) + Number(fret)]))
}

/** Halves the beat unit until the pickup is a whole number of beats. */
function asTimeSignature(eighths: number, unit: number): [number, number] {
  const beats = (eighths * unit) / 8
  return Number.isInteger(beats) || unit >= 64 ? [Math.ceil(beats), unit] : asTimeSignature(eighths, unit * 2)
}
