import type { model } from '../../engine.js'
import HARMONY_KINDS from './harmony-kinds.json' with { type: 'json' }
import { element } from './xml.js'

const NAME = /^([A-G])(#|b)?([^/]*)(?:\/([A-G])(#|b)?)?$/
/** Kinds of MusicXML; other suffixes keep their text. */
const KINDS: Readonly<Record<string, string>> = HARMONY_KINDS

export function harmonyOf({ chord }: model.Beat): string {
  if (!chord) return ''
  const [, step, sign, suffix = '', bass, bassSign] = NAME.exec(chord.name.trim()) ?? []
  if (step === undefined) {
    if (chord.name === '') return ''
    return element('direction', [element('direction-type', [element('words', chord.name)])], {
      placement: 'above',
    })
  }
  const kind = element('kind', KINDS[suffix] ?? 'other', { text: suffix })
  return element('harmony', [
    element('root', [element('root-step', step), alter('root-alter', sign)]),
    kind,
    bass === undefined ? '' : element('bass', [element('bass-step', bass), alter('bass-alter', bassSign)]),
    frameOf(chord),
  ])
}

function alter(name: string, sign: string | undefined): string {
  return sign === undefined ? '' : element(name, sign === '#' ? 1 : -1)
}

const FRETS = 4

/** Strings from the first; −1 is not played. */
function frameOf({ strings, firstFret }: model.Chord): string {
  if (strings.every(fret => fret < 0)) return ''
  const rows = Math.max(FRETS, ...strings.map(fret => fret - firstFret + 1))
  const notes = strings.flatMap((fret, index) =>
    fret < 0 ? [] : [element('frame-note', [element('string', index + 1), element('fret', fret)])],
  )
  return element('frame', [
    element('frame-strings', strings.length),
    element('frame-frets', rows),
    firstFret > 1 ? element('first-fret', firstFret) : '',
    ...notes,
  ])
}
