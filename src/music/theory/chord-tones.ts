import type { NoteNames } from '../guitar/note-names.js'
import { readChordSymbol } from './chord-symbol.js'
import { degreeNumberOf, pitchClassOf, spelled } from './degrees.js'

export interface ChordTone {
  readonly pitchClass: number
  readonly name: string
  /** Degree such as `1`, `b3` or `#9`; empty for a bass note outside the chord. */
  readonly degree: string
  /** Omission order of optional tones, 1 first; 0 if the tone is omitted only when strings run out. */
  readonly leftOut: number
}

export interface ChordTones {
  /** The symbol as written, with English note names and ASCII accidentals: `C7#9`, `C-7`, `C/E`. */
  readonly symbol: string
  readonly root: number
  /** Pitch class of the lowest note, if the symbol specifies one. */
  readonly bass: number | undefined
  readonly tones: readonly ChordTone[]
}

/** @example chordTones('C7♯9')?.tones.map(tone => tone.name) // ['C', 'E', 'G', 'Bb', 'D#'] */
export function chordTones(text: string, names?: NoteNames): ChordTones | undefined {
  const reading = readChord(text, names)
  return 'chord' in reading ? reading.chord : undefined
}

/** Returns the chord, or the reason why there is none: `chord_unknown`, or `chord_none` for N.C. */
export function readChord(text: string, names?: NoteNames) {
  const reading = readChordSymbol(text, names)
  if ('problem' in reading) return reading
  const { symbol, root, degrees, bass } = reading.chord
  const tones: ChordTone[] = []
  for (const degree of degrees) {
    const name = spelled(root, degree)
    const pitchClass = pitchClassOf(name)
    if (tones.some(tone => tone.pitchClass === pitchClass)) continue
    tones.push({ pitchClass, name, degree, leftOut: leftOut(degree, degrees) })
  }
  const chord = { symbol, root: pitchClassOf(root) }
  if (bass === undefined) return { chord: { ...chord, bass, tones } }
  const low = pitchClassOf(bass)
  const index = tones.findIndex(tone => tone.pitchClass === low)
  const tone = { name: bass, pitchClass: low, degree: '', ...tones[index], leftOut: 0 }
  return {
    chord: { ...chord, bass: low, tones: index < 0 ? [...tones, tone] : tones.with(index, tone) },
  }
}

/**
 * Follows books on jazz harmony. In chords of four or more tones, the fifth is omitted first, then the ninth
 * below a thirteenth or a minor eleventh, then the eleventh below a thirteenth. An eleventh replaces a major
 * third. Altered chords keep the altered tones.
 */
function leftOut(degree: string, degrees: readonly string[]): number {
  if (degrees.length < 4) return 0
  const has = (number: number) => degrees.some(each => degreeNumberOf(each) === number)
  const isAltered = ['b5', '#5', 'b9', '#9'].every(each => degrees.includes(each))
  if (degree === '5' || (isAltered && (degree === 'b5' || degree === 'b9'))) return 1
  const isCrowded = degrees.includes('3') && degrees.includes('11') && degrees.includes('9')
  if (degree === '3') return isCrowded ? 1 : 0
  if (degree === '9' && (has(11) || has(13))) return isCrowded ? 0 : 2
  if (degree === '11' && has(13)) return 3
  return 0
}

/** Omits the root if there are too few strings: ukulele books play C9 as 0201. */
export function neededTones({ tones, bass, root }: ChordTones, strings: number): readonly ChordTone[] {
  const needed = tones.filter(tone => tone.leftOut === 0)
  if (tones.length <= strings || bass === root) return needed
  return needed.filter(tone => tone.pitchClass !== root)
}
