/** Names sounding or selected notes: the chord, its inversion, and alternative names. */
import { Chord, Interval } from 'tonal'
import { pitchClass } from '../../../core/music/guitar/note-name.js'
import { phrases } from '../../../core/platform/phrases.js'
import { labelOf } from '../neck/neck-label.js'
import type { SpelledScale } from '../scales/scale.js'

export interface ChordName {
  /** `Cmaj7`, `C/E`; for one note its name; empty if the notes have no common name. */
  readonly name: string
  /** Other names of the same notes, most common first. */
  readonly alternatives: readonly string[]
  /** Interval of two notes, to be translated. */
  readonly interval: string | undefined
  /** 0 is root position; `undefined` without a chord. */
  readonly inversion: number | undefined
}

const NOTHING: ChordName = { name: '', alternatives: [], interval: undefined, inversion: undefined }

/** Intervals by semitones within an octave. */
const INTERVAL_NAMES = phrases([
  'Octave',
  'Minor second',
  'Major second',
  'Minor third',
  'Major third',
  'Perfect fourth',
  'Tritone',
  'Perfect fifth',
  'Minor sixth',
  'Major sixth',
  'Minor seventh',
  'Major seventh',
])

/**
 * @param pitches MIDI notes in any order
 * @param scale spells the names by key
 * @example chordName([60, 64, 67, 71], scale) // name 'Cmaj7', inversion 0
 */
export function chordName(pitches: readonly number[], scale: SpelledScale): ChordName {
  const sorted = [...new Set(pitches)].sort((a, b) => a - b)
  const names = [...new Set(sorted.map(pitch => labelOf(pitch, scale).name))]
  const [lowest = '', second] = names
  if (names.length === 0) return NOTHING
  if (second === undefined) {
    return { ...NOTHING, name: lowest, interval: sorted.length > 1 ? INTERVAL_NAMES[0] : undefined }
  }
  // The fifth is often left out: without an exact match, name the chord as if it had one.
  const exact = Chord.detect(names)
  const found =
    exact.length > 0 || names.length < 3 ? exact : Chord.detect(names, { assumePerfectFifth: true })
  if (names.length === 2) {
    // A third doubled at the octave is still a third: look for the first pitch of another class.
    const apart = sorted.map(pitch => pitchClass(pitch - (sorted[0] ?? 0))).find(steps => steps > 0)
    const interval = INTERVAL_NAMES[apart ?? 0]
    return { name: tidy(found[0] ?? ''), alternatives: [], interval, inversion: undefined }
  }
  const [best, ...rest] = found.toSorted((a, b) => oddness(a) - oddness(b))
  if (best === undefined) return NOTHING
  return {
    name: tidy(best),
    alternatives: rest.map(tidy),
    interval: undefined,
    inversion: inversionOf(best, lowest),
  }
}

/** The library writes major triads as CM. */
function tidy(name: string): string {
  return name.replace(/^([A-G][#b]*)M(?=$|\/)/, '$1')
}

/** Ranks correct names: players prefer the one with the fewest altered or missing tones. */
function oddness(name: string): number {
  const [chord = '', bass] = name.split('/')
  const quality = chord.replace(/^[A-G][#b]*/, '')
  return (/no|#5|b5|add|alt/.test(quality) ? 4 : 0) + (bass ? 1 : 0) + quality.length / 100
}

function inversionOf(name: string, lowest: string): number | undefined {
  const chord = Chord.get(name.split('/')[0] ?? '')
  if (chord.tonic === null) return undefined
  const semitones = Interval.semitones(Interval.distance(chord.tonic, lowest))
  const index = chord.intervals.findIndex(
    interval => pitchClass(Interval.semitones(interval)) === pitchClass(semitones),
  )
  return index < 0 ? undefined : index
}
