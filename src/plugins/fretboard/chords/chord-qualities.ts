/** Voicings usually omit members marked `?`, sometimes omit `??`, and rarely include `+`. Symbols follow fake books. */
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

const ROWS: readonly (readonly [symbol: string, rarity: number, members: string])[] = [
  ['', 0, '1 3 5'],
  ['m', 0, '1 b3 5'],
  ['dim', 0.6, '1 b3 b5'],
  ['aug', 0.7, '1 3 #5'],
  ['sus4', 0.6, '1 4 5'],
  ['sus2', 0.7, '1 2 5'],
  ['(b5)', 1.6, '1 3 b5'],
  ['6', 0.8, '1 3 5?? 6'],
  ['m6', 1, '1 b3 5?? 6'],
  ['6/9', 0.8, '1 3 5? 6 9'],
  ['m6/9', 1.1, '1 b3 5? 6 9'],
  ['6/9#11', 1.5, '1 3 5? 6 9 #11'],
  ['add9', 0.5, '1 3 5?? 9'],
  ['m(add9)', 0.8, '1 b3 5?? 9'],
  ['add11', 0.9, '1 3 5 11'],
  ['m(add11)', 1, '1 b3 5 11'],
  ['add#11', 1.5, '1 3 5 #11'],
  ['addb9', 1.9, '1 3 5 b9'],
  ['add#9', 1.9, '1 3 5 #9'],
  ['sus4(add9)', 1.7, '1 4 5 9'],
  ['7', 0.3, '1 3 5? b7'],
  ['maj7', 0.3, '1 3 5? 7'],
  ['m7', 0.3, '1 b3 5? b7'],
  ['m(maj7)', 0.8, '1 b3 5? 7'],
  ['m7b5', 0.7, '1 b3 b5 b7'],
  ['dim7', 0.6, '1 b3 b5 bb7'],
  ['dim(maj7)', 1.5, '1 b3 b5 7'],
  ['maj7#5', 1, '1 3 #5 7'],
  ['7#5', 0.8, '1 3 #5 b7'],
  ['7b5', 0.9, '1 3 b5 b7'],
  ['m7#5', 2.4, '1 b3 #5 b7'],
  ['7(no3)', 1.5, '1 5 b7'],
  ['maj7(no3)', 1.5, '1 5 7'],
  ['9', 0.5, '1 3 5? b7 9'],
  ['maj9', 0.5, '1 3 5? 7 9'],
  ['m9', 0.5, '1 b3 5? b7 9'],
  ['m(maj9)', 1.1, '1 b3 5? 7 9'],
  ['m9b5', 1.2, '1 b3 b5 b7 9'],
  ['9#5', 1, '1 3 #5 b7 9'],
  ['maj9#5', 1.4, '1 3 #5 7 9'],
  ['7b9', 0.7, '1 3 5? b7 b9'],
  ['7#9', 0.7, '1 3 5? b7 #9'],
  ['7#11', 0.9, '1 3 5 b7 #11'],
  ['maj7#11', 0.8, '1 3 5? 7 #11'],
  ['9#11', 1, '1 3 5? b7 9 #11'],
  ['maj9#11', 1.1, '1 3 5? 7 9 #11'],
  ['7b13', 1.2, '1 3 5 b7 b13'],
  ['9b13', 1.4, '1 3 5 b7 9 b13'],
  ['7b5b9', 1.2, '1 3 b5 b7 b9'],
  ['7b5#9', 1.2, '1 3 b5 b7 #9'],
  ['7#5b9', 1.1, '1 3 #5 b7 b9'],
  ['7#5#9', 1, '1 3 #5 b7 #9'],
  ['7b9#11', 1.3, '1 3 5 b7 b9 #11'],
  ['7#9#11', 1.3, '1 3 5 b7 #9 #11'],
  ['7b9b13', 1.3, '1 3 5 b7 b9 b13'],
  ['7#9b13', 1.4, '1 3 5 b7 #9 b13'],
  ['7alt', 1.3, '1 3 b5? #5? b7 b9 #9'],
  ['7alt', 1.4, '1 3 b5 #5 b7 b9??'],
  ['7alt', 1.4, '1 3 b5 #5 b7 #9'],
  ['11', 1.2, '1 3 5? b7 9? 11'],
  ['maj11', 1.9, '1 3 5? 7 9? 11'],
  ['m11', 0.8, '1 b3 5? b7 9? 11'],
  ['m11b5', 1.3, '1 b3 b5 b7 9? 11'],
  ['13', 0.8, '1 3 5? b7 9? 11+ 13'],
  ['maj13', 1.1, '1 3 5? 7 9? 11+ 13'],
  ['m13', 1.2, '1 b3 5? b7 9? 11? 13'],
  ['13b9', 0.9, '1 3 5? b7 b9 13'],
  ['13#9', 1.1, '1 3 5? b7 #9 13'],
  ['13#11', 1.2, '1 3 5? b7 9? #11 13'],
  ['13b9#11', 1.5, '1 3 5? b7 b9 #11 13'],
  ['maj13#11', 1.4, '1 3 5? 7 9? #11 13'],
  ['7sus4', 0.6, '1 4 5?? b7'],
  ['9sus4', 0.95, '1 4 5?? b7 9'],
  ['13sus4', 1.1, '1 4 5? b7 9? 13'],
  ['7b9sus4', 1.2, '1 4 5?? b7 b9'],
  ['maj7sus4', 1.8, '1 4 5 7'],
]

const ROOT_ONLY = ['dim7', 'aug', '7(no3)', 'maj7(no3)', 'm7#5', '(b5)', '7alt', 'sus4(add9)']

export const CHORD_QUALITIES: readonly ChordQuality[] = ROWS.map(([symbol, rarity, text]) => {
  const members = text
    .split(' ')
    .map(member)
    .sort((a, b) => degreeNumberOf(a.degree) - degreeNumberOf(b.degree))
  const bits = (some: readonly ChordMember[]) => some.reduce((sum, { bit }) => sum | bit, 0)
  const needed = bits(members.filter(({ left }) => left === undefined))
  return { symbol, rarity, members, all: bits(members), needed, rootOnly: ROOT_ONLY.includes(symbol) }
})

function member(text: string): ChordMember {
  const [, degree = '', mark = ''] = /^([b#]*\d+)(.*)$/.exec(text) ?? []
  return { degree, bit: 1 << semitonesOf(degree), left: LEFT_OUT[mark] }
}
