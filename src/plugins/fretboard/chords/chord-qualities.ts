/** Voicings usually omit members marked `?`, sometimes omit `??`, and rarely include `+`. Symbols follow fake books. */
import QUALITIES from './chord-qualities.json' with { type: 'json' }
import { degreeNumberOf, semitonesOf } from './degrees.js'

export interface ChordMember {
  readonly degree: string
  readonly bit: number
  /** Cost of omitting the member; `undefined` if it is required. */
  readonly left: number | undefined
}

export interface ChordQuality {
  readonly symbol: string
  /** 0 for triads, 2 and more for what hardly has a name. */
  readonly rarity: number
  readonly members: readonly ChordMember[]
  readonly all: number
  readonly needed: number
  /** Its inversions name another chord as well, or none. */
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
