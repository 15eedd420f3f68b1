import { pitchClass } from '../../../core/music/guitar/note-name.js'
import { INTERVAL_NAMES } from '../../../core/music/guitar/note-names.js'
import { labelOf } from '../neck/neck-label.js'
import { rootOf } from '../scales/scale-position.js'
import { CHORD_QUALITIES, type ChordMember, type ChordQuality } from './chord-qualities.js'
import { degreeNumberOf, spelled } from './degrees.js'
import { bassName, memberName, rootName, type Spelling, signOf } from './root-name.js'

export interface ChordName {
  /** In plain text: `Cmaj7`, `C/E`; for one note its name; empty if the notes have no common name. */
  readonly name: string
  readonly alternatives: readonly string[]
  readonly interval: string | undefined
  /** 0 is root position; `undefined` without a chord, and over a bass that doesn't belong to it. */
  readonly inversion: number | undefined
  /** Root and lowest note as the chord spells them; empty for silence, the root also without a chord. */
  readonly root: string
  readonly bass: string
  /** Each note once, from the lowest, spelled by the chord if it has a name, else by the scale. */
  readonly tones: readonly { readonly pitchClass: number; readonly name: string }[]
}

export interface NamingContext extends Spelling {
  /** Pitch class of the previous chord's root: of two readings, players hear the one that stays. */
  readonly previous?: number | undefined
}

/** Cost of a lowest note other than the root, by its degree number; other members make a slash chord. */
const INVERTED: Readonly<Record<number, number>> = { 3: 1.2, 5: 1.25, 6: 1.3, 7: 1.3 }
const OVER_BASS = 1.7 // less than a suspended ninth without its fifth, which is F/G
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
  const { name, root, nameOf } = spelledCandidate(best[1], low, context)
  // Spelled like the first, so that one chord doesn’t have sharps and flats.
  const alike = {
    ...context,
    written: new Map(classes.map(each => [each, nameOf(each)])),
    sign: signOf(root, classes.map(nameOf)),
  }
  const alternatives = others
    .filter(([, { cost }]) => cost <= RAREST_ALTERNATIVE)
    .map(([, candidate]) => spelledCandidate(candidate, low, alike).name)
  return {
    ...{ name, interval: undefined, root, bass: nameOf(low) },
    alternatives: [...new Set(alternatives)].filter(other => other !== name).slice(0, MOST_ALTERNATIVES),
    inversion: inversionOf(best[1], low),
    tones: classes.map(each => ({ pitchClass: each, name: nameOf(each) })),
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
  const nameOf = (at: number) => {
    const member = memberAt(quality.members, at - root)
    return member ? memberName(rootText, member.degree, degrees, context) : bassName(at, rootText, context)
  }
  const slash = root === low ? '' : `/${nameOf(low)}`
  return { name: `${rootText}${quality.symbol}${slash}`, root: rootText, nameOf }
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
  const nameOf = (at: number) => (at === root ? rootText : spelled(rootText, '5'))
  return {
    name: `${rootText}5${root === low ? '' : `/${nameOf(low)}`}`,
    alternatives: [],
    interval: isDoubled ? undefined : INTERVAL_NAMES[apart],
    inversion: undefined,
    ...{ root: rootText, bass: nameOf(low) },
    tones: classes.map(each => ({ pitchClass: each, name: nameOf(each) })),
  }
}

function unnamed(classes: readonly number[], context: NamingContext, interval?: string): ChordName {
  const tones = classes.map(each => ({ pitchClass: each, name: plainName(each, context) }))
  return {
    ...{ name: '', alternatives: [], interval, inversion: undefined },
    ...{ root: '', bass: tones[0]?.name ?? '', tones },
  }
}

function plainName(at: number, { scale, written }: Spelling): string {
  return written?.get(at) ?? labelOf(at, scale).name
}
