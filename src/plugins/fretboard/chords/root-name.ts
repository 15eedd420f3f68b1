import { pitchClass } from '../../../core/music/guitar/note-name.js'
import type { SpelledScale } from '../scales/scale.js'
import { alteration, pitchClassOf, spelled } from './degrees.js'

export interface Spelling {
  readonly scale: SpelledScale
  readonly written?: ReadonlyMap<number, string>
  /** The only accidental allowed, so that alternatives match the first name. */
  readonly sign?: '#' | 'b' | undefined
}

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

/** Roots of few keys; diminished chords prefer C# and G#. */
const UNUSUAL: Readonly<Record<string, number>> = { 'A#': 3.1, 'D#': 3.1, Gb: 2 }
const UNUSUAL_DIMINISHED: Readonly<Record<string, number>> = {
  Db: 0.5,
  Gb: 0.5,
  Ab: 0.5,
  'A#': 0.5,
  'D#': 0.5,
}

const AS_WRITTEN = 10

export function rootName(root: number, degrees: readonly string[], spelling: Spelling): string {
  const { scale, written, sign } = spelling
  const names = new Set(ROOTS[pitchClass(root)])
  for (const name of [scaleName(root, scale), written?.get(root)]) if (name !== undefined) names.add(name)
  const allowed = [...names].filter(name => !sign || name.length === 1 || name.charAt(1) === sign)
  const costs = allowed.map(name => ({ name, cost: spellingCost(name, degrees, spelling) }))
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).name
}

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

/** The upper notes of diminished chords are spelled to be easy to read: C Eb Gb A. */
const isDim = (degrees: readonly string[]) =>
  degrees.includes('b3') && degrees.includes('b5') && !degrees.includes('b7')

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

export function bassName(at: number, root: string, { scale, written }: Spelling): string {
  const known = written?.get(at) ?? scaleName(at, scale)
  if (known !== undefined) return known
  const above = pitchClass(at - pitchClassOf(root))
  const name = spelled(root, ABOVE_ROOT[above] ?? '1')
  return Math.abs(alteration(name.slice(1))) > 1 || /^(E#|B#|Cb|Fb)$/.test(name)
    ? (ROOTS[at]?.[0] ?? name)
    : name
}

const ABOVE_ROOT = ['1', 'b9', '9', 'b3', '3', '11', '#11', '5', 'b13', '13', 'b7', '7']
