/** Chord symbols as in lead sheets: `Cm7b5`, `C-7`, `CΔ`, `Cø`, `E7(#9)`, `C7(b9,#11)`, `Am7/G`. */

import { phrases, type SentenceValues } from '../../core/platform/phrases.js'
import type { NoteNames } from '../guitar/note-names.js'
import { plainSigns, readRoot } from '../guitar/written-note.js'
import { degreeNumberOf } from './degrees.js'

const PROBLEMS = phrases({
  root: '“{{chord}}” doesn’t start with a note name. Write a chord like C, F#m7b5, E7(#9) or Am7/G.',
  part: 'Can’t read “{{part}}” in “{{chord}}”. Write a chord like C, F#m7b5, E7(#9) or Am7/G.',
  long: 'Chord names can have up to {{limit}} characters. Write them like C, F#m7b5, E7(#9) or Am7/G.',
  none: '“{{chord}}” means no chord. Enter a chord such as C, F#m7b5 or E7(#9) to see its notes.',
})

const LONGEST_SYMBOL = 30
const NO_CHORD = /^(n\.?\s?c\.?|no chord)$/i

interface Draft {
  third: '3' | 'b3' | undefined
  fifths: readonly string[]
  isMajor: boolean
  isDiminished: boolean
  /** 5, 6, 7, 9, 11 or 13; 0 for a triad. */
  number: number
  /** Number implied by a symbol. CΔ implies a seventh. */
  implied: number
  readonly added: Set<string>
  readonly altered: Set<string>
  readonly omitted: Set<number>
}

type Part = readonly [pattern: RegExp, read: (draft: Draft, found: readonly string[]) => void]

/** The first match wins. Minus and plus signs have already been replaced by b, m, # and aug. */
const PARTS: readonly Part[] = [
  [/[\s,()[\]]+|\/(?=[#b\dmMΔ])/y, () => undefined],
  [/add\s*([#b]?(?:2|4|6|9|11|13))/y, (draft, [, degree = '']) => draft.added.add(degree)],
  [
    /(?:no|omit)\.?\s*(root|1|3|5|7|9|11)(?:rd|th)?/y,
    (draft, [, number = '']) => draft.omitted.add(Number(number) || 1),
  ],
  // Must precede the patterns for M and m: "Cma7" is major, "Cmadd9" is minor.
  [/[Mm]ajor|[Mm]aj|MAJ|MA|[Mm]a(?!dd|ug|lt)|M(?![Ii])|j(?=\d)/y, draft => (draft.isMajor = true)],
  [
    /[Δ∆△^]/y,
    draft => {
      draft.isMajor = true
      draft.implied = 7
    },
  ],
  [/[Mm]inor|[Mm]in|MIN|M[Ii]|mi?/y, draft => (draft.third = 'b3')],
  [
    /dim(?:inished)?|[°º]|o(?![a-z])/y,
    draft => {
      draft.isDiminished = true
      draft.third = 'b3'
      draft.fifths = ['b5']
    },
  ],
  [
    /[øØ∅]|halfm?dim(?:inished)?|h(?=\d|$)/y,
    draft => {
      draft.third = 'b3'
      draft.fifths = ['b5']
      draft.implied = 7
    },
  ],
  [/aug(?:mented)?/y, draft => (draft.fifths = ['#5'])],
  [
    /sus\s*(2\/?4|4\/?2|2|4|)/y,
    (draft, [, which = '']) => {
      draft.third = undefined
      for (const number of (which || '4').replace('/', '')) draft.added.add(number)
    },
  ],
  [
    /alt(?:ered)?/y,
    draft => {
      draft.implied = 7
      draft.fifths = ['b5', '#5']
      draft.altered.add('b9').add('#9')
    },
  ],
  [/dom/y, draft => (draft.implied = 7)],
  [
    /6\s*\/?\s*9|9\/6/y,
    draft => {
      draft.number ||= 6
      draft.added.add('9')
    },
  ],
  [/([#b])\s*(13|11|9|7|6|5|4|2)/y, (draft, [, sign = '', number = '']) => alter(draft, sign, number)],
  // "C(9)" and "C/9" only add a ninth; "C9" also has a seventh.
  [/(?<=[(/])(?:13|11|9)/y, (draft, [number = '']) => draft.added.add(number)],
  [/13|11|9|7|6|5|4|2/y, (draft, [number = '']) => count(draft, number)],
]

export function readChordSymbol(text: string, names: NoteNames = 'english') {
  const written = plainSigns(text).trim()
  const chord = written.slice(0, LONGEST_SYMBOL)
  if (NO_CHORD.test(written)) return refused('none', { chord })
  if (written.length > LONGEST_SYMBOL) return refused('long', { limit: LONGEST_SYMBOL })
  const open = /^\((.*)\)$/.exec(written)?.[1] ?? written // parentheses mark an optional chord
  const root = readRoot(open, names)
  if (!root) return refused('root', { chord })
  const { rest: body, bass } = readBass(root.rest, names)
  const read = readBody(spelledOut(body))
  if ('part' in read) return refused('part', { chord, part: read.part })
  const symbol = `${root.name}${body.replace(/\s+/g, '')}${bass === undefined ? '' : `/${bass}`}`
  return { chord: { symbol, root: root.name, degrees: degreesOf(read), bass } }
}

function refused(what: keyof typeof PROBLEMS, values: SentenceValues) {
  const code = what === 'none' ? 'chord_none' : 'chord_unknown'
  return { problem: { code, sentence: PROBLEMS[what], values } }
}

/** Minus and plus alter a fifth or a number after another number (`7-9`); otherwise minor and augmented. */
function spelledOut(body: string): string {
  const alters = '(?<=[\\d(,/Δ∆△]\\s*)S(?=\\d)|S(?=5)'
  const sign = (text: string) => new RegExp(alters.replaceAll('S', text), 'g')
  return body.replace(sign('-'), 'b').replace(/-/g, 'm').replace(sign('\\+'), '#').replace(/\+/g, 'aug')
}

function readBody(body: string): Draft | { readonly part: string } {
  const draft: Draft = {
    ...{ third: '3', fifths: ['5'], isMajor: false, isDiminished: false, number: 0, implied: 0 },
    ...{ added: new Set(), altered: new Set(), omitted: new Set() },
  }
  if (!isBalanced(body)) return { part: /[([]/.exec(body)?.[0] ?? body }
  let at = 0
  while (at < body.length) {
    const found = PARTS.map(([pattern, read]) => ({ match: matchAt(pattern, body, at), read })).find(
      ({ match }) => match,
    )
    if (!found?.match) return { part: body.slice(at) }
    // "C77" and "C713" are typos. A second number must be separated, as in "C7(13)".
    const isCrowded = /^\d/.test(found.match[0]) && /\d$/.test(body.slice(0, at))
    if (isCrowded) return { part: body.slice(at) }
    found.read(draft, found.match)
    at += found.match[0].length
  }
  return draft
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if ('(['.includes(sign)) depth += 1
    else if (')]'.includes(sign) && --depth < 0) return false
  }
  return depth === 0
}

function count(draft: Draft, written: string): void {
  const number = Number(written)
  if (draft.number === 6 && number === 7) draft.added.add('6')
  else if (draft.number !== 0) {
    draft.added.add(written)
    return
  }
  // "C2" is a sus2 chord.
  if (number === 2 || number === 4) {
    draft.third = undefined
    draft.added.add(written)
  } else draft.number = number
}

function alter(draft: Draft, sign: string, number: string): void {
  const isAltered = (degree: string) => degree !== '5'
  if (number === '5') draft.fifths = [...draft.fifths.filter(isAltered), `${sign}5`]
  else if (number !== '7') draft.altered.add(sign + number)
  else {
    // "Cm(#7)" is a minor chord with a major seventh.
    draft.implied = 7
    draft.isMajor = sign === '#'
  }
}

function degreesOf(draft: Draft): readonly string[] {
  const { third, fifths, isMajor, isDiminished, added, altered, omitted } = draft
  const number = draft.number || draft.implied
  const degrees = new Set(['1', ...(third && number !== 5 ? [third] : []), ...fifths])
  if (number >= 7) degrees.add(isMajor ? '7' : isDiminished ? 'bb7' : 'b7')
  if (number === 6) degrees.add('6')
  if (number >= 9) degrees.add('9')
  if (number === 11) degrees.add('11')
  if (number === 13) degrees.add('13')
  for (const degree of altered) {
    degrees.delete(String(degreeNumberOf(degree)))
    degrees.add(degree)
  }
  for (const degree of added) degrees.add(degree)
  return [...degrees]
    .filter(degree => !omitted.has(degreeNumberOf(degree)))
    .sort((a, b) => degreeNumberOf(a) - degreeNumberOf(b))
}

function readBass(text: string, names: NoteNames): { readonly rest: string; readonly bass?: string } {
  const slash = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))
  const bass = slash < 0 ? undefined : readRoot(text.slice(slash + 1).trim(), names)
  return bass?.rest === '' ? { rest: text.slice(0, slash), bass: bass.name } : { rest: text }
}
