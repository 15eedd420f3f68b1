import { phrases } from '../../core/platform/phrases.js'
import { fretOf, MAX_FRET, type Position, pitchAt, type StrungNeck } from './position.js'
import {
  type CodedTuning,
  type Ignored,
  MAX_CAPO,
  readTuningCode,
  shownName,
  stringsCode,
} from './tuning-code.js'

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
 * Encodes a shape for a link: frets from the lowest string up, joined by `+` on the same string, then capo,
 * strings and name: `x.3.2.0.1.0_0_E2.A2.D3.G3.B3.E4_C`.
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
  return fretsText(byString.map(([fret]) => fret))
}

/** @example fretsText([0, 1, 0, 2, 3, undefined]) // 'x32010' */
export function fretsText(frets: readonly (number | undefined)[]): string {
  const words = frets.map(fret => (fret === undefined ? 'x' : String(fret))).toReversed()
  return words.join(words.some(word => word.length > 1) ? '-' : '')
}

/**
 * @param frets negative values move toward the nut
 * @returns `undefined` if a position would leave the neck
 */
export function moveAlong(positions: readonly Position[], frets: number, neck: StrungNeck, capo: number) {
  const moved = positions.map(({ string, fret }) => {
    const pitch = pitchAt(neck, capo, string, fret)
    return { string, fret: pitch === undefined ? -1 : fretOf(pitch + frets, neck, capo, string) }
  })
  return moved.every(position => isOnNeck(position, neck, capo)) ? moved : undefined
}

/** Keeps the intervals, and the lowest note's fret if possible. Negative values move toward string 1. */
export function moveAcross(positions: readonly Position[], strings: number, neck: StrungNeck, capo: number) {
  const pitched = positions.map(position => ({
    ...position,
    pitch: pitchAt(neck, capo, position.string, position.fret) ?? Number.NaN,
  }))
  const lowest = pitched.toSorted((a, b) => a.pitch - b.pitch)[0]
  if (!lowest) return undefined
  const target = pitchAt(neck, capo, lowest.string + strings, lowest.fret)
  if (target === undefined) return undefined
  for (let shift = 0; shift <= MAX_FRET; shift += 1) {
    for (const by of shift === 0 ? [0] : [shift, -shift]) {
      const semitones = target + by - lowest.pitch
      const moved = pitched.map(({ string, pitch }) => ({
        string: string + strings,
        fret: fretOf(pitch + semitones, neck, capo, string + strings),
      }))
      if (moved.every(position => isOnNeck(position, neck, capo))) return moved
    }
  }
  return undefined
}
