import { type Remark } from '../draft.js'
import type { BarFacts } from './bars.js'
import { ODD_SWING } from './remarks.js'
import { childOf, numberOf, type Xml } from './xml.js'

const SEGNO = 'segno'
const CODA = 'coda'

/** Reads jumps and swing from the `<sound>` of a measure or a direction. */
export function readSound(
  { attributes, children }: Xml,
  bar: BarFacts,
  number: number,
  remarks: Remark[],
): void {
  const { segno, coda, tocoda, fine, dacapo, dalsegno } = attributes
  if (segno !== undefined) bar.segno = segno
  if (coda !== undefined) {
    bar.coda = coda
    bar.isBareCoda = false
  }
  if (tocoda !== undefined) bar.toCoda = tocoda
  if (attributes['forward-repeat'] === 'yes') bar.repeatStart = true
  if (fine !== undefined && fine !== 'no') bar.fine = true
  if (dacapo === 'yes') bar.jump = { ...bar.jump, from: undefined }
  if (dalsegno !== undefined) bar.jump = { ...bar.jump, from: dalsegno }
  const swing = children.find(({ name }) => name === 'swing')
  if (swing) readSwing(swing, bar, number, remarks)
}

/** Swing units in ticks. */
const SWING_UNITS: Readonly<Record<string, number>> = { eighth: 480, '16th': 240 }

function readSwing(swing: Xml, bar: BarFacts, number: number, remarks: Remark[]): void {
  const unit = SWING_UNITS[childOf(swing, 'swing-type')?.text.trim() ?? 'eighth']
  const [first, second] = [numberOf(swing, 'first') ?? 0, numberOf(swing, 'second') ?? 0]
  if (childOf(swing, 'straight')) bar.swing = null
  else if (unit !== undefined && first > 0 && second > 0)
    bar.swing = { unit, first: first / (first + second) }
  else remarks.push({ sentence: ODD_SWING, values: { bar: number } })
}

const JUMP = /^(d\.? ?c\b|da capo|d\.? ?s\b|d\.? ?s\.? ?s\b|dal segno|del segno)/
const FROM_SEGNO = /^(d\.? ?s|dal|del)/
const FROM_SECOND = /segno segno|^d\.? ?s\.? ?s\b/
const TO_CODA = /^(to|alla|al) (the )?(double |2nd )?coda\b/
const CODA_WORD = /^(double )?coda\b/

/**
 * Reads jumps and their targets from a `<direction>` as a musician would.
 *
 * @param hasSound whether the direction's `<sound>` already contains them
 * @returns whether any were found
 */
export function readSigns(types: readonly Xml[], bar: BarFacts, hasSound: boolean): boolean {
  const words = types
    .filter(({ name }) => name === 'words' || name === 'rehearsal')
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^[ (]+|[ ).]+$/g, '')
  const hasSign = (sign: string) => types.some(({ name }) => name === sign)
  if (JUMP.test(words)) readJump(words, bar)
  else if (hasSound) return true
  else if (TO_CODA.test(words) || (/^to$/.test(words) && hasSign(CODA))) bar.toCoda ??= codaName(words)
  else if (words === 'fine') bar.fine = true
  else if (CODA_WORD.test(words)) bar.coda ??= codaName(words)
  else if (hasSign(CODA)) {
    bar.isBareCoda ??= bar.coda === undefined
    bar.coda ??= CODA
  } else if (hasSign(SEGNO) || words === SEGNO) bar.segno ??= SEGNO
  else return false
  return true
}

function readJump(words: string, bar: BarFacts): void {
  const until = /\bfine\b/.test(words) ? 'fine' : !words.includes(CODA) ? undefined : codaName(words)
  const from = !FROM_SEGNO.test(words) ? undefined : FROM_SECOND.test(words) ? 'segno2' : SEGNO
  bar.jump ??= { from }
  if (until) bar.jump.until = until
  if (/\b(con|with) (rep|ripet)/.test(words)) bar.jump.withRepeats = true
}

const codaName = (words: string) => (/double|2nd/.test(words) ? 'coda2' : CODA)
