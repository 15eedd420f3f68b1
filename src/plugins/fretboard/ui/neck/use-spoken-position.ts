/** Spoken name of a position: "String 6, fret 3, G2, fifth". */
import { useMemo } from 'react'
import type { Position } from '../../../../core/music/guitar/position.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { type Text, useText } from '../../../../core/react/hooks/use-text.js'
import { type NeckLabel, withSigns } from '../../neck/neck-label.js'

/** Degrees in words; others are spoken as written. */
const DEGREE_WORDS: Readonly<Record<string, string>> = phrases({
  '1': 'root',
  b2: 'flat second',
  '2': 'second',
  '#2': 'sharp second',
  b3: 'flat third',
  '3': 'third',
  '4': 'fourth',
  '#4': 'sharp fourth',
  b5: 'flat fifth',
  '5': 'fifth',
  '#5': 'sharp fifth',
  b6: 'flat sixth',
  '6': 'sixth',
  b7: 'flat seventh',
  '7': 'seventh',
})

/** Placeholders in sentences that are translated once for all positions. */
const GAPS = { string: '\u0001', fret: '\u0002', note: '\u0003', degree: '\u0004' } as const

export function useSpokenPosition(): (position: Position, label: NeckLabel) => string {
  const text = useText()
  return useMemo(() => speaker(text), [text])
}

/** Translating a sentence takes a hundred times as long as filling it in, and a neck has hundreds of positions. */
function speaker({ t, tm }: Text): (position: Position, label: NeckLabel) => string {
  const { string, fret, note, degree } = GAPS
  const sentences = {
    open: t('String {{string}}, open, {{note}}', { string, note }),
    pressed: t('String {{string}}, fret {{fret}}, {{note}}', { string, fret, note }),
    openDegree: t('String {{string}}, open, {{note}}, {{degree}}', { string, note, degree }),
    pressedDegree: t('String {{string}}, fret {{fret}}, {{note}}, {{degree}}', GAPS),
  }
  const words = new Map(Object.entries(DEGREE_WORDS).map(([sign, word]) => [sign, tm('fretboard', word)]))
  return (position, label) => {
    const isOpen = position.fret === 0
    const sentence =
      label.degree === ''
        ? sentences[isOpen ? 'open' : 'pressed']
        : sentences[isOpen ? 'openDegree' : 'pressedDegree']
    return sentence
      .replace(string, String(position.string))
      .replace(fret, String(position.fret))
      .replace(note, `${withSigns(label.name)}${label.octave}`)
      .replace(degree, words.get(label.degree) ?? withSigns(label.degree))
  }
}
