/** A chord symbol taken apart: its tones, what they are called, and which of them a voicing may leave out. */
import { Chord, Interval, Note } from 'tonal'
import { pitchClass } from '../../../core/music/guitar/note-name.js'
import { degreeOf } from '../scales/scale.js'

export interface ChordTone {
  /** 0 is C. */
  readonly pitchClass: number
  /** Spelled by the chord: the third of C minor is Eb. */
  readonly name: string
  /** `1`, `b3`, `#9` …; empty for a bass note that is not of the chord. */
  readonly degree: string
  /** Rank among what may be left out, 1 first; 0 is never left out but where strings are too few. */
  readonly leftOut: number
}

export interface ChordTones {
  /** As it was asked for, with plain signs: `C7#9`, `C/E`. */
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
  const [, chordName = symbol, bassName] = /^(.+)\/([A-Ga-g](?:##|#|bb|b)?)$/.exec(symbol) ?? []
  const capital = chordName.charAt(0).toUpperCase() + chordName.slice(1)
  const { empty, tonic, intervals } = Chord.get(capital)
  if (empty || !tonic) return undefined
  const root = Note.chroma(tonic)
  const tones: ChordTone[] = []
  for (const interval of intervals) {
    const pitch = pitchClass(root + Interval.semitones(interval))
    if (tones.some(tone => tone.pitchClass === pitch)) continue
    const name = Note.transpose(tonic, interval)
    tones.push({ pitchClass: pitch, name, degree: degreeOf(interval), leftOut: leftOut(interval, intervals) })
  }
  const bass = bassName && Note.chroma(bassName.charAt(0).toUpperCase() + bassName.slice(1))
  if (bass === undefined || bass === '') return { symbol: capital, root, bass: undefined, tones }
  const written = `${capital}/${bassName?.charAt(0).toUpperCase()}${bassName?.slice(1)}`
  if (tones.some(tone => tone.pitchClass === bass)) {
    const kept = tones.map(tone => (tone.pitchClass === bass ? { ...tone, leftOut: 0 } : tone))
    return { symbol: written, root, bass, tones: kept }
  }
  const name = bassName ?? ''
  return {
    symbol: written,
    root,
    bass,
    tones: [
      ...tones,
      {
        pitchClass: bass,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        degree: '',
        leftOut: 0,
      },
    ],
  }
}

/**
 * What players leave out first (the habit that books of jazz harmony teach: first the fifth, then extensions below the named one):
 * the perfect fifth of a chord of four tones or more, the ninth below an eleventh or thirteenth, the eleventh below a
 * thirteenth.
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
