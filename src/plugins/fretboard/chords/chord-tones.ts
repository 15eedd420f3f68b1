/** The tones of a chord symbol: their names, and which of them a voicing may leave out. */
import { Chord, Interval, Note } from 'tonal'
import { pitchClass } from '../../../core/music/guitar/note-name.js'
import { degreeOf } from '../scales/scale.js'

export interface ChordTone {
  /** 0 is C. */
  readonly pitchClass: number
  /** Spelled by the chord: the third of C minor is Eb. */
  readonly name: string
  /** `1`, `b3`, `#9` …; empty for a bass note outside the chord. */
  readonly degree: string
  /** Rank among tones that may be left out, 1 first; 0 is only left out if there are too few strings. */
  readonly leftOut: number
}

export interface ChordTones {
  /** Normalized, with plain signs: `C7#9`, `C/E`. */
  readonly symbol: string
  /** Pitch class of the root. */
  readonly root: number
  /** Pitch class that the lowest note must have, if the symbol names one. */
  readonly bass: number | undefined
  /** Each pitch class once, root first. */
  readonly tones: readonly ChordTone[]
}

/** Longer than any chord's name. */
const LONGEST_SYMBOL = 30

/**
 * Reads a chord symbol as players write it.
 *
 * @returns `undefined` if it isn't a chord
 * @example chordTones('C7♯9')?.tones.map(tone => tone.name) // ['C', 'E', 'G', 'Bb', 'D#']
 */
export function chordTones(text: string): ChordTones | undefined {
  if (text.length > LONGEST_SYMBOL) return undefined
  const symbol = text.trim().replace(/♯/g, '#').replace(/♭/g, 'b').replace(/\s+/g, '')
  const [, chordName = symbol, bassName = ''] = /^(.+)\/([A-Ga-g](?:##|#|bb|b)?)$/.exec(symbol) ?? []
  const name = capitalized(chordName)
  const { empty, tonic, intervals } = Chord.get(name)
  if (empty || !tonic) return undefined
  const root = Note.chroma(tonic)
  const tones: ChordTone[] = []
  for (const interval of intervals) {
    const pitch = pitchClass(root + Interval.semitones(interval))
    if (tones.some(tone => tone.pitchClass === pitch)) continue
    tones.push({
      pitchClass: pitch,
      name: Note.transpose(tonic, interval),
      degree: degreeOf(interval),
      leftOut: leftOut(interval, intervals),
    })
  }
  if (bassName === '') return { symbol: name, root, bass: undefined, tones }
  const bass = { name: capitalized(bassName), pitchClass: Note.chroma(capitalized(bassName)) }
  // The bass is never left out.
  const index = tones.findIndex(tone => tone.pitchClass === bass.pitchClass)
  const tone = { ...bass, degree: '', ...tones[index], leftOut: 0 }
  return {
    symbol: `${name}/${bass.name}`,
    root,
    bass: bass.pitchClass,
    tones: index < 0 ? [...tones, tone] : tones.with(index, tone),
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * What players leave out first, as books on jazz harmony teach: the perfect fifth of a chord of four tones or more, then
 * the ninth below an eleventh or thirteenth, then the eleventh below a thirteenth.
 */
function leftOut(interval: string, intervals: readonly string[]): number {
  if (intervals.length < 4) return 0
  const has = (number: number) => intervals.some(each => Interval.num(each) === number)
  if (interval === '5P') return 1
  if (interval === '9M' && (has(11) || has(13))) return 2
  if (interval === '11P' && has(13)) return 3
  return 0
}

/** Tones that a voicing on this many strings must have; the root is dropped last. */
export function neededTones({ tones, bass, root }: ChordTones, strings: number): readonly ChordTone[] {
  const needed = tones.filter(tone => tone.leftOut === 0)
  if (needed.length <= strings || bass === root) return needed
  return needed.filter(tone => tone.pitchClass !== root)
}
