import { pitchClass } from '../guitar/note-name.js'
import { INTERVAL_NAMES } from '../guitar/note-names.js'
import QUALITIES from './chord-qualities.json' with { type: 'json' }
import { alteration, degreeNumberOf, pitchClassOf, semitonesOf, spelled } from './degrees.js'
import type { SpelledScale } from './scale.js'
import { labelOf, rootOf } from './scale.js'

export interface ChordName {
  /** Plain text such as `Cmaj7` or `C/E`; the note name for a single note; empty for an unknown chord. */
  readonly name: string
  readonly alternatives: readonly string[]
  readonly interval: string | undefined
  /** 0 is root position; `undefined` without a chord or if the bass isn't a chord tone. */
  readonly inversion: number | undefined
  /** Root and lowest note, spelled to match the chord. Empty during silence; no root without a chord. */
  readonly root: string
  readonly bass: string
  /** Each note once, lowest first, spelled to match the chord, or the scale if there is no chord. */
  readonly tones: readonly NamedTone[]
}

interface NamedTone {
  readonly pitchClass: number
  readonly name: string
  /** Chord degree such as `b5` or `9`; empty without a chord or for a bass note outside it. */
  readonly degree: string
}

export interface NamingContext extends Spelling {
  /** Root pitch class of the previous chord. Ambiguous notes keep this root, as listeners hear it. */
  readonly previous?: number | undefined
}

/** Cost of an inversion by the degree of its lowest note. Any other bass makes a slash chord. */
const INVERTED: Readonly<Record<number, number>> = { 3: 1.2, 5: 1.25, 6: 1.3, 7: 1.3 }
const OVER_BASS = 1.7 // cheaper than a suspended ninth without its fifth, which is read as F/G
const TONIC = 0.08
const SAME_ROOT = 0.12
const RAREST_ALTERNATIVE = 2.1
const MOST_ALTERNATIVES = 2

/** @example chordName([60, 63, 66, 70], { scale }) // name 'Cm7b5', inversion 0, alternatives ['Ebm6/C'] */
export function chordName(pitches: readonly number[], context: NamingContext): ChordName {
  const sorted = [...new Set(pitches)].sort((a, b) => a - b)
  const classes = [...new Set(sorted.map(pitchClass))]
  const [low] = classes
  if (low === undefined) return unnamed([], context)
  if (classes.length === 1) {
    const interval = sorted.length > 1 ? INTERVAL_NAMES[0] : undefined
    return { ...unnamed(classes, context, interval), name: plainName(low, context) }
  }
  if (classes.length === 2) return nameOfTwo(sorted, classes, context)
  const names = new Map<string, Candidate>()
  for (const candidate of candidates(classes, low, context)) {
    const { name } = spelledCandidate(candidate, low, context)
    if (candidate.cost < (names.get(name)?.cost ?? Number.POSITIVE_INFINITY)) names.set(name, candidate)
  }
  const [best, ...others] = [...names].sort(([, a], [, b]) => a.cost - b.cost)
  if (!best) return unnamed(classes, context)
  const { name, root, noteName, degreeOf } = spelledCandidate(best[1], low, context)
  // Use one accidental throughout, so that no chord mixes sharps and flats.
  const alike = {
    ...context,
    written: new Map(classes.map(each => [each, noteName(each)])),
    sign: signOf(root, classes.map(noteName)),
  }
  const alternatives = others
    .filter(([, { cost }]) => cost <= RAREST_ALTERNATIVE)
    .map(([, candidate]) => spelledCandidate(candidate, low, alike).name)
  return {
    ...{ name, interval: undefined, root, bass: noteName(low) },
    alternatives: [...new Set(alternatives)].filter(other => other !== name).slice(0, MOST_ALTERNATIVES),
    inversion: inversionOf(best[1], low),
    tones: classes.map(each => ({ pitchClass: each, name: noteName(each), degree: degreeOf(each) })),
  }
}

interface Candidate {
  readonly root: number
  readonly quality: ChordQuality
  readonly cost: number
}

function* candidates(classes: readonly number[], low: number, context: NamingContext): Generator<Candidate> {
  for (const root of classes) {
    const helped = bonus(root, context)
    const whole = bitsAbove(root, classes)
    const upper = whole & ~(1 << pitchClass(low - root))
    for (const quality of CHORD_QUALITIES) {
      const cost = costOf(quality, whole)
      const inverted = root === low ? 0 : inversionCost(quality, low - root)
      if (cost !== undefined && inverted !== undefined)
        yield { root, quality, cost: cost + inverted - helped }
      if (root === low) continue
      if (quality.all === upper) yield { root, quality, cost: quality.rarity + OVER_BASS - helped }
    }
  }
}

function bitsAbove(root: number, classes: readonly number[]): number {
  return classes.reduce((bits, each) => bits | (1 << pitchClass(each - root)), 0)
}

function costOf({ rarity, members, all, needed }: ChordQuality, bits: number): number | undefined {
  if ((bits & ~all) !== 0 || (needed & ~bits) !== 0) return undefined
  let cost = rarity
  for (const { bit, left } of members) if ((bits & bit) === 0) cost += left ?? 0
  return cost
}

function inversionCost({ members, rootOnly }: ChordQuality, above: number): number | undefined {
  const member = rootOnly ? undefined : memberAt(members, above)
  return member && INVERTED[degreeNumberOf(member.degree)]
}

function memberAt(members: readonly ChordMember[], above: number): ChordMember | undefined {
  return members.find(({ bit }) => bit === 1 << pitchClass(above))
}

function bonus(root: number, { scale, previous }: NamingContext): number {
  return (root === rootOf(scale) ? TONIC : 0) + (root === previous ? SAME_ROOT : 0)
}

function spelledCandidate({ root, quality }: Candidate, low: number, context: NamingContext) {
  const degrees = quality.members.map(({ degree }) => degree)
  const rootText = rootName(root, degrees, context)
  const degreeOf = (at: number) => memberAt(quality.members, at - root)?.degree ?? ''
  const noteName = (at: number) => {
    const degree = degreeOf(at)
    return degree ? memberName(rootText, degree, degrees, context) : bassName(at, rootText, context)
  }
  const slash = root === low ? '' : `/${noteName(low)}`
  return { name: `${rootText}${quality.symbol}${slash}`, root: rootText, noteName, degreeOf }
}

function inversionOf({ root, quality }: Candidate, low: number): number | undefined {
  const index = quality.members.findIndex(({ bit }) => bit === 1 << pitchClass(low - root))
  return index < 0 ? undefined : index
}

function nameOfTwo(sorted: readonly number[], classes: readonly number[], context: NamingContext): ChordName {
  const [low = 0, high = 0] = classes
  const apart = pitchClass(high - low)
  const isDoubled = sorted.length > 2
  const root = apart === 7 ? low : apart === 5 && isDoubled ? high : undefined
  if (root === undefined) return unnamed(classes, context, INTERVAL_NAMES[apart])
  const rootText = rootName(root, ['1', '5'], context)
  const noteName = (at: number) => (at === root ? rootText : spelled(rootText, '5'))
  return {
    name: `${rootText}5${root === low ? '' : `/${noteName(low)}`}`,
    alternatives: [],
    interval: isDoubled ? undefined : INTERVAL_NAMES[apart],
    inversion: undefined,
    ...{ root: rootText, bass: noteName(low) },
    tones: classes.map(each => ({
      pitchClass: each,
      name: noteName(each),
      degree: each === root ? '1' : '5',
    })),
  }
}

function unnamed(classes: readonly number[], context: NamingContext, interval?: string): ChordName {
  const tones = classes.map(each => ({ pitchClass: each, name: plainName(each, context), degree: '' }))
  return {
    ...{ name: '', alternatives: [], interval, inversion: undefined },
    ...{ root: '', bass: tones[0]?.name ?? '', tones },
  }
}

function plainName(at: number, { scale, written }: Spelling): string {
  return written?.get(at) ?? labelOf(at, scale).name
}

/** `?` marks a member that is usually omitted, `??` sometimes omitted, `+` rarely included. */
interface ChordMember {
  readonly degree: string
  readonly bit: number
  /** Cost of omitting the member; `undefined` if it is required. */
  readonly left: number | undefined
}

interface ChordQuality {
  readonly symbol: string
  /** 0 for triads; 2 or more for chords with unusual names. */
  readonly rarity: number
  readonly members: readonly ChordMember[]
  readonly all: number
  readonly needed: number
  /** Set if every inversion has another chord name or none. */
  readonly rootOnly: boolean
}

const LEFT_OUT: Readonly<Record<string, number>> = { '?': 0.15, '??': 1, '+': 0 }

export const CHORD_QUALITIES: readonly ChordQuality[] = QUALITIES.map(({ members: text, ...quality }) => {
  const members = text
    .split(' ')
    .map(member)
    .sort((a, b) => degreeNumberOf(a.degree) - degreeNumberOf(b.degree))
  const bits = (some: readonly ChordMember[]) => some.reduce((sum, { bit }) => sum | bit, 0)
  const needed = bits(members.filter(({ left }) => left === undefined))
  return { ...quality, members, all: bits(members), needed }
})

function member(text: string): ChordMember {
  const [, degree = '', mark = ''] = /^([b#]*\d+)(.*)$/.exec(text) ?? []
  return { degree, bit: 1 << semitonesOf(degree), left: LEFT_OUT[mark] }
}

interface Spelling {
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

/** Penalty for roots that occur in few keys. Diminished chords prefer C# and G#. */
const UNUSUAL: Readonly<Record<string, number>> = { 'A#': 3.1, 'D#': 3.1, Gb: 2 }
const UNUSUAL_DIMINISHED: Readonly<Record<string, number>> = {
  Db: 0.5,
  Gb: 0.5,
  Ab: 0.5,
  'A#': 0.5,
  'D#': 0.5,
}

const AS_WRITTEN = 10

function rootName(root: number, degrees: readonly string[], spelling: Spelling): string {
  const { scale, written, sign } = spelling
  const names = new Set(ROOTS[pitchClass(root)])
  for (const name of [scaleName(root, scale), written?.get(root)]) if (name !== undefined) names.add(name)
  const allowed = [...names].filter(name => !sign || name.length === 1 || name.charAt(1) === sign)
  const costs = allowed.map(name => ({ name, cost: spellingCost(name, degrees, spelling) }))
  return costs.reduce((best, each) => (each.cost < best.cost ? each : best)).name
}

function signOf(root: string, notes: readonly string[]): '#' | 'b' | undefined {
  const signs = root.length > 1 ? root.slice(1) : notes.map(note => note.slice(1)).join('')
  const [hasSharp, hasFlat] = [signs.includes('#'), signs.includes('b')]
  return hasSharp === hasFlat ? undefined : hasSharp ? '#' : 'b'
}

function spellingCost(name: string, degrees: readonly string[], { scale, written }: Spelling): number {
  const isDiminished = isDiminishedChord(degrees)
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
  // Written notes take precedence: Gb Bb Db Fb is Gb7 and A# C## E# is A#, however unusual.
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

/** Diminished chords are spelled to be easy to read: C Eb Gb A. */
const isDiminishedChord = (degrees: readonly string[]) =>
  degrees.includes('b3') && degrees.includes('b5') && !degrees.includes('b7')

function memberName(
  root: string,
  degree: string,
  degrees: readonly string[],
  { scale, written }: Spelling,
): string {
  const name = spelled(root, degree)
  if (!isDiminishedChord(degrees) || accidentals(name) <= 1) return name
  const at = pitchClassOf(name)
  return written?.get(at) ?? scaleName(at, scale) ?? ROOTS[at]?.[0] ?? name
}

function bassName(at: number, root: string, { scale, written }: Spelling): string {
  const known = written?.get(at) ?? scaleName(at, scale)
  if (known !== undefined) return known
  const above = pitchClass(at - pitchClassOf(root))
  const name = spelled(root, ABOVE_ROOT[above] ?? '1')
  return Math.abs(alteration(name.slice(1))) > 1 || /^(E#|B#|Cb|Fb)$/.test(name)
    ? (ROOTS[at]?.[0] ?? name)
    : name
}

const ABOVE_ROOT = ['1', 'b9', '9', 'b3', '3', '11', '#11', '5', 'b13', '13', 'b7', '7']
