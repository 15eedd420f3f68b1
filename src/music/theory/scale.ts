import { Interval, Note, Scale } from 'tonal'
import { PITCH_CLASS_NAMES, pitchClass } from '../guitar/note-name.js'
import { alteration, degreeBetween, degreeNumberOf } from './degrees.js'
import { TONICS } from './names.js'

interface ScaleNote {
  /** Spelled according to the key: `Bb` in F major, `A#` in B major. */
  readonly name: string
  readonly degree: string
  /** Interval above the tonic, such as `P1` or `A4`; empty without a scale. */
  readonly interval: string
  readonly inScale: boolean
}

export interface SpelledScale {
  readonly name: string
  readonly tonic: string
  /** Lowercase name in the theory library: `minor` for an aeolian scale. */
  readonly type: string
  readonly notes: readonly ScaleNote[]
}

export const NO_SCALE: SpelledScale = {
  name: '',
  tonic: '',
  type: '',
  notes: PITCH_CLASS_NAMES.map(name => ({ name, degree: '', interval: '', inScale: false })),
}

const OUTSIDE = ['1P', '2m', '2M', '3m', '3M', '4P', '4A', '5P', '6m', '6M', '7m', '7M']

/** @example spellScale('F Major')?.notes[10] // { name: 'Bb', degree: '4', inScale: true } */
export function spellScale(name: string): SpelledScale | undefined {
  const [tonicText = '', ...words] = name.trim().split(/\s+/)
  const tonic = Note.pitchClass(tonicText.charAt(0).toUpperCase() + tonicText.slice(1))
  const scale = Scale.get(`${tonic} ${words.join(' ').toLowerCase()}`)
  if (tonic === '' || scale.empty || words.length === 0) return undefined
  const root = Note.chroma(tonic)
  const notes = new Array<ScaleNote>(12)
  for (const [semitones, interval] of OUTSIDE.entries()) {
    const at = pitchClass(root + semitones)
    notes[at] = noteOf(plainName(Note.transpose(tonic, interval), at), interval, false)
  }
  for (const [index, note] of scale.notes.entries()) {
    notes[Note.chroma(note)] = noteOf(note, scale.intervals[index] ?? '', true)
  }
  return { name, tonic, type: scale.type, notes }
}

/**
 * Accepts short key names such as `Am` and `Bb` as well as any scale.
 * @example spellKey('F#m')?.name // 'F# Minor'
 */
export function spellKey(text: string): SpelledScale | undefined {
  const plain = text.trim().replace(/♯/g, '#').replace(/♭/g, 'b')
  const [, tonic, mode] = /^([A-G][#b]?)(?:\s*-?(m|min|minor|maj|major)?)$/i.exec(plain) ?? []
  if (tonic === undefined) return spellScale(plain)
  const isMinor = mode === 'm' || mode?.toLowerCase().startsWith('min')
  return spellScale(`${tonic} ${isMinor ? 'Minor' : 'Major'}`)
}

function noteOf(name: string, interval: string, inScale: boolean): ScaleNote {
  const { num, q } = Interval.get(interval)
  return { name, degree: degreeOf(interval), interval: `${q}${num}`, inScale }
}

/** Avoids double accidentals, and E#, B#, Fb and Cb outside the scale. */
function plainName(spelled: string, at: number): string {
  return /^([A-G])([#b]?)$/.test(spelled) && !/^(E#|B#|Fb|Cb)$/.test(spelled)
    ? spelled
    : (PITCH_CLASS_NAMES[at] ?? spelled)
}

function degreeOf(interval: string): string {
  const { num, alt } = Interval.get(interval)
  const sign = alt < 0 ? 'b'.repeat(-alt) : '#'.repeat(alt)
  return `${sign}${num}`
}

/**
 * Respells scale notes to match chord tones: over C major, E7 has a G#, not an Ab.
 * @returns `scale` itself if nothing changes
 */
export function spelledBy(
  scale: SpelledScale,
  tones: readonly { readonly pitchClass: number; readonly name: string }[],
): SpelledScale {
  const notes = [...scale.notes]
  for (const { pitchClass: at, name } of tones) {
    const note = notes[at]
    if (!note || note.name === name) continue
    const degree = note.inScale || scale.tonic === '' ? note.degree : degreeBetween(scale.tonic, name)
    notes[at] = {
      ...note,
      name,
      degree,
      interval: degree === note.degree ? note.interval : intervalOf(degree),
    }
  }
  return notes.every((note, at) => note === scale.notes[at]) ? scale : { ...scale, notes }
}

export function intervalOf(degree: string): string {
  const number = degreeNumberOf(degree)
  const shift = degree.split('#').length - degree.split('b').length
  const lowered = [1, 4, 5].includes(number) ? ['P', 'd', 'dd'] : ['M', 'm', 'd', 'dd']
  return `${shift > 0 ? 'A'.repeat(shift) : (lowered[-shift] ?? '')}${number}`
}

/** @example simplerTonic('G# Major') // 'Ab', which avoids F## */
export function simplerTonic(name: string): string | undefined {
  const scale = spellScale(name)
  if (!scale) return undefined
  const own = signs(name)
  if (own.doubles === 0) return undefined
  const words = name.trim().split(/\s+/).slice(1).join(' ')
  return TONICS.filter(tonic => tonic !== scale.tonic && Note.chroma(tonic) === Note.chroma(scale.tonic))
    .map(tonic => ({ tonic, ...signs(`${tonic} ${words}`) }))
    .filter(({ doubles }) => doubles < own.doubles)
    .sort((a, b) => a.doubles - b.doubles || a.all - b.all)[0]?.tonic
}

function signs(name: string): { readonly doubles: number; readonly all: number } {
  const names = spellScale(name)?.notes.filter(note => note.inScale) ?? []
  return {
    doubles: names.filter(note => note.name.length > 2).length,
    all: names.reduce((sum, note) => sum + note.name.length - 1, 0),
  }
}

export function stepsOf(scale: SpelledScale): readonly number[] {
  const { notes } = scale
  const root = rootOf(scale)
  if (root < 0) return []
  return Array.from({ length: 12 }, (_, step) => step).filter(step => notes[(root + step) % 12]?.inScale)
}

export function rootOf({ notes }: SpelledScale): number {
  return notes.findIndex(note => note.degree === '1')
}

export function scalePitchFrom(pitch: number, { notes }: SpelledScale): number {
  for (let step = 0; step < 12; step += 1) if (notes[(pitch + step) % 12]?.inScale) return pitch + step
  return pitch
}

export interface NeckLabel {
  readonly name: string
  /** Octave of the spelled name. Middle C (C4) spelled as B# is B#3. */
  readonly octave: number
  /** Degree and interval are empty without a scale. */
  readonly degree: string
  readonly interval: string
  readonly inScale: boolean
}

export function labelOf(pitch: number, scale: SpelledScale): NeckLabel {
  const note = scale.notes[pitchClass(pitch)] ?? { name: '', degree: '', interval: '', inScale: false }
  return { ...note, octave: Math.floor((pitch - alteration(note.name.slice(1))) / 12) - 1 }
}
