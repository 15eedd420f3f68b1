import { phrases } from '../../../core/platform/phrases.js'
import { MAX_FRET, type Position, pitchAt, type StrungNeck } from '../../../music/guitar/position.js'
import { shapeText as fretText } from '../../../music/theory/voicings.js'
import type { Ignored } from '../tokens.js'
import { type CodedTuning, MAX_CAPO, readTuningCode, shownName, stringsCode } from '../tunings/tuning-code.js'

export interface Shape {
  readonly name: string
  readonly tuning: CodedTuning
  readonly capo: number
  readonly positions: readonly Position[]
}

const LONGEST_CODE = 4000

export const SHAPE_IGNORED = phrases({
  positions: 'These positions of the shape aren’t on the neck: {{positions}}.',
  capo: 'The shape’s capo can’t go on fret {{fret}}, so it was ignored.',
  nothing: 'This link doesn’t contain a valid shape.',
})

/**
 * Frets from the lowest string, joined by `+` on the same string;
 * then capo, strings and name: `x.3.2.0.1.0_0_E2.A2.D3.G3.B3.E4_C`.
 */
export function shapeCode({ name, tuning, capo, positions }: Shape): string {
  const frets = tuning.strings.map((_, index) => {
    const on = positions.filter(position => position.string === index + 1).map(position => position.fret)
    return on.length === 0 ? 'x' : on.toSorted((a, b) => a - b).join('+')
  })
  return `${frets.toReversed().join('.')}_${capo}_${stringsCode(tuning)}_${name}`
}

export function readShapeCode(code: string) {
  const [written = '', capoText = '0', stringsText = '', ...rest] = code.slice(0, LONGEST_CODE).split('_')
  const { tuning, ignored: ofTuning } = readTuningCode(stringsText)
  const ignored: Ignored[] = [...ofTuning]
  const invalid = () => ({
    shape: undefined,
    ignored: [...ignored, { sentence: SHAPE_IGNORED.nothing, values: {} }],
  })
  if (!tuning) return invalid()
  const asked = /^\d{1,2}$/.test(capoText) ? Number(capoText) : Number.NaN
  const capo = asked <= MAX_CAPO ? asked : 0
  if (asked !== capo) ignored.push({ sentence: SHAPE_IGNORED.capo, values: { fret: capoText.slice(0, 8) } })
  const positions: Position[] = []
  const wrong: string[] = []
  for (const [index, word] of written.split('.').reverse().entries()) {
    if (word === 'x') continue
    for (const text of word.split('+')) {
      const position = { string: index + 1, fret: /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN }
      if (isOnNeck(position, tuning, capo)) positions.push(position)
      else wrong.push(`${position.string}:${text.slice(0, 8)}`)
    }
  }
  if (wrong.length > 0) {
    ignored.push({ sentence: SHAPE_IGNORED.positions, values: { positions: wrong.slice(0, 10).join(', ') } })
  }
  if (positions.length === 0) return invalid()
  return { shape: { name: shownName(rest.join('_')), tuning, capo, positions }, ignored }
}

export function isOnNeck({ string, fret }: Position, neck: StrungNeck, capo: number): boolean {
  return fret + capo <= MAX_FRET && pitchAt(neck, capo, string, fret) !== undefined
}

/** @example shapeText(openC, letters) // "C  x32010" and six lines of tablature, highest string first */
export function shapeText({ name, tuning, capo, positions }: Shape, letters: readonly string[]): string {
  const byString = tuning.strings.map((_, index) =>
    positions
      .filter(position => position.string === index + 1)
      .map(position => position.fret)
      .sort((a, b) => a - b),
  )
  const word = wordOf(byString)
  const title = [name, word, capo > 0 ? `capo ${capo}` : ''].filter(part => part !== '').join('  ')
  const columns = Math.max(...byString.map(frets => frets.length))
  const widest = Math.max(...letters.map(letter => letter.length))
  const width = Math.max(...positions.map(position => String(position.fret).length))
  const lines = byString.map((frets, index) => {
    const cells = Array.from({ length: columns }, (_, column) =>
      String(frets[column] ?? '').padStart(width, '-'),
    )
    return `${(letters[index] ?? '').padEnd(widest)}|-${cells.join('-')}-|`
  })
  return [...(title === '' ? [] : [title]), ...lines].join('\n')
}

function wordOf(byString: readonly (readonly number[])[]): string {
  if (byString.some(frets => frets.length > 1)) return ''
  return fretText(byString.map(([fret]) => fret))
}
