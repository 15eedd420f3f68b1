import { model } from '../../engine.js'
import HARMONY_KINDS from '../../writing/musicxml/harmony-kinds.json' with { type: 'json' }
import { childOf, childrenOf, numberOf, plain, textOf, type Xml } from './xml.js'

/** First suffix of each MusicXML `kind`. */
const SUFFIXES = new Map(
  Object.entries(HARMONY_KINDS)
    .toReversed()
    .map(([suffix, kind]) => [kind, suffix]),
)
for (const [kind, suffix] of Object.entries({
  ...{ 'major-minor': 'm(maj7)', 'augmented-seventh': '7#5', 'major-11th': 'maj11', 'minor-11th': 'm11' },
  ...{ 'major-13th': 'maj13', 'minor-13th': 'm13', other: '' },
})) {
  SUFFIXES.set(kind, suffix)
}

/** @returns `undefined` if there is neither a name nor a diagram */
export function chordOf(xml: Xml): model.Chord | undefined {
  const chord = new model.Chord()
  const kind = childOf(xml, 'kind')
  const root = childOf(xml, 'root')
  const suffix = kind?.attributes.text ?? SUFFIXES.get(plain(kind?.text ?? '')) ?? ''
  if (root)
    chord.name =
      noteName(root, 'root') + suffix + childrenOf(xml, 'degree').filter(isShown).map(degreeOf).join('')
  else if (plain(kind?.text ?? '') === 'none') chord.name = kind?.attributes.text || 'N.C.'
  else chord.name = textOf(xml, 'function')
  const bass = childOf(xml, 'bass')
  if (bass && chord.name !== '') chord.name += `/${noteName(bass, 'bass')}`
  const frame = childOf(xml, 'frame')
  if (frame) readFrame(frame, chord)
  chord.showDiagram = frame !== undefined
  return chord.name === '' && !frame ? undefined : chord
}

function noteName(xml: Xml, kind: string): string {
  const alter = Math.trunc(numberOf(xml, `${kind}-alter`) ?? 0)
  const sign = alter > 0 ? '#' : 'b'
  return textOf(xml, `${kind}-step`).toUpperCase() + sign.repeat(Math.min(2, Math.abs(alter)))
}

const isShown = ({ attributes }: Xml) => attributes['print-object'] !== 'no'

function degreeOf(xml: Xml): string {
  const value = textOf(xml, 'degree-value')
  const alter = numberOf(xml, 'degree-alter') ?? 0
  const sign = alter > 0 ? '#' : alter < 0 ? 'b' : ''
  const type = childOf(xml, 'degree-type')
  if (type?.attributes.text !== undefined) return `${type.attributes.text}${sign}${value}`
  if (plain(type?.text ?? '') === 'subtract') return `(no${value})`
  return sign === '' ? `add${value}` : `${sign}${value}`
}

const MOST_STRINGS = 16

/** Reads frets by string, string 1 first; −1 is not played. */
function readFrame(frame: Xml, chord: model.Chord): void {
  const strings = Math.min(MOST_STRINGS, Math.max(1, Math.trunc(numberOf(frame, 'frame-strings') ?? 6)))
  chord.strings = Array.from({ length: strings }, () => -1)
  chord.firstFret = Math.max(1, Math.trunc(numberOf(frame, 'first-fret') ?? 1))
  for (const note of childrenOf(frame, 'frame-note')) {
    const [string, fret] = [
      Math.trunc(numberOf(note, 'string') ?? 0),
      Math.trunc(numberOf(note, 'fret') ?? -1),
    ]
    if (string < 1 || string > strings || fret < 0) continue
    chord.strings[string - 1] = fret
    if (childOf(note, 'barre')?.attributes.type === 'start') chord.barreFrets.push(fret)
  }
}
