/** How the root of a played chord is spelled: by the scale, by how its notes were written, else by the fewest accidentals. */
import { pitchClass } from '../../../core/music/guitar/note-name.js'
import type { SpelledScale } from '../scales/scale.js'
import { alteration, pitchClassOf, spelled } from './degrees.js'

/** What helps to spell. */
export interface Spelling {
  readonly scale: SpelledScale
  /** Names that notes were given, by pitch class: what was typed, or the chord on the neck. */
  readonly written?: ReadonlyMap<number, string>
  /** The only sign that a root may have: other names of a chord keep to that of the first. */
  readonly sign?: '#' | 'b' | undefined
}

/** Names of each pitch class as a root, those in the scale aside. */
const ROOTS: readonly (readonly string[])[] = [
  ['C'],
  ['Db', 'C#'],
  ['D'],
  ['Eb', 'D#'],
  ['E'],
  ['F'],
  ['F#', 'Gb'],
  ['G'],
  ['Ab', 'G#'],
  ['A'],
  ['Bb', 'A#'],
  ['B'],
]

/** A# and D# as roots belong to few keys, and F# is read more easily than Gb; of diminished chords it is C# and G#. */
const UNUSUAL: Readonly<Record<string, number>> = { 'A#': 3.1, 'D#': 3.1, Gb: 2 }
const UNUSUAL_DIMINISHED: Readonly<Record<string, number>> = {
  Db: 0.5,
  Gb: 0.5,
  Ab: 0.5,
  'A#': 0.5,
  'D#': 0.5,
}

/** Outweighs all accidentals that a chord can have. */
const AS_WRITTEN = 10

/** @param degrees of the chord, those that sound */
export function rootName(root: number, degrees: readonly string[], spelling: Spelling): string {
  const { scale, written, sign } = spelling
  const names = new Set(ROOTS[pitchClass(root)])
  for (const name of [scaleName(root, scale), written?.get(root)]) if (name !== undefined) names.add(name)
  const allowed = [...names].filter(name => !sign || name.length === 1 || name.charAt(1) === sign)
  const costs = allowed.map(name => ({ name, cost: spellingCost(name, degrees, spelling) }))
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).name
}

/** The sign of a chord: that of its root, or the only one that its notes have. */
export function signOf(root: string, notes: readonly string[]): '#' | 'b' | undefined {
  const signs = root.length > 1 ? root.slice(1) : notes.map(note => note.slice(1)).join('')
  const [hasSharp, hasFlat] = [signs.includes('#'), signs.includes('b')]
  return hasSharp === hasFlat ? undefined : hasSharp ? '#' : 'b'
}

function spellingCost(name: string, degrees: readonly string[], { scale, written }: Spelling): number {
  const isDiminished = isDim(degrees)
  let cost = (isDiminished ? UNUSUAL_DIMINISHED : UNUSUAL)[name] ?? 0
  let isAsWritten = true
  for (const degree of degrees) {
    const note = spelled(name, degree)
    const at = pitchClassOf(note)
    const isRoot = degree === '1'
    if (!isDiminished || isRoot) cost += accidentals(note)
    if (scaleName(at, scale) === note) cost -= isRoot ? 4 : isDiminished ? 0 : 0.5
    if (written?.get(at) === note) cost -= isRoot ? 1.5 : 0.5
    isAsWritten &&= (written?.get(at) ?? note) === note
  }
  // Gb Bb Db Fb is Gb7 and A# C## E# is A#, however unusual.
  return written && isAsWritten ? cost - AS_WRITTEN : cost
}

function accidentals(note: string): number {
  const count = Math.abs(alteration(note.slice(1)))
  if (count > 1) return 3
  return /^(E#|B#|Cb|Fb)$/.test(note) ? 1.5 : count
}

function scaleName(at: number, scale: SpelledScale): string | undefined {
  const note = scale.notes[at]
  return note?.inScale ? note.name : undefined
}

/** Players write the upper notes of diminished chords as is easy to read: C Eb Gb A. */
const isDim = (degrees: readonly string[]) =>
  degrees.includes('b3') && degrees.includes('b5') && !degrees.includes('b7')

/** Name of a note of the chord. */
export function memberName(
  root: string,
  degree: string,
  degrees: readonly string[],
  { scale, written }: Spelling,
): string {
  const name = spelled(root, degree)
  if (!isDim(degrees) || accidentals(name) <= 1) return name
  const at = pitchClassOf(name)
  return written?.get(at) ?? scaleName(at, scale) ?? ROOTS[at]?.[0] ?? name
}

/** Name of a note that doesn't belong to the chord above it. */
export function bassName(at: number, root: string, { scale, written }: Spelling): string {
  const known = written?.get(at) ?? scaleName(at, scale)
  if (known !== undefined) return known
  const above = pitchClass(at - pitchClassOf(root))
  const name = spelled(root, ABOVE_ROOT[above] ?? '1')
  return Math.abs(alteration(name.slice(1))) > 1 || /^(E#|B#|Cb|Fb)$/.test(name)
    ? (ROOTS[at]?.[0] ?? name)
    : name
}

/** What a bass note is to the chord above it, by semitones above the root. */
const ABOVE_ROOT = ['1', 'b9', '9', 'b3', '3', '11', '#11', '5', 'b13', '13', 'b7', '7']
