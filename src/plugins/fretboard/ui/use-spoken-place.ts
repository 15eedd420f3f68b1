/** What a screen reader says of a position: "String 6, fret 3, G2, fifth". */

import type { Place } from '../../../core/music/place.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useText } from '../../../core/react/use-text.js'
import { type NeckLabel, withSigns } from '../neck-label.js'

/** Degrees in words; what is not here is spoken as it is written. */
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

export function useSpokenPlace(): (place: Place, label: NeckLabel) => string {
  const { t, tm } = useText()
  return ({ string, fret }, { name, octave, degree }) => {
    const words = DEGREE_WORDS[degree]
    const values = { string, fret, note: `${withSigns(name)}${octave}` }
    if (degree === '') {
      return fret === 0
        ? t('String {{string}}, open, {{note}}', { string, note: values.note })
        : t('String {{string}}, fret {{fret}}, {{note}}', values)
    }
    const spoken = words ? tm('fretboard', words) : withSigns(degree)
    return fret === 0
      ? t('String {{string}}, open, {{note}}, {{degree}}', { string, note: values.note, degree: spoken })
      : t('String {{string}}, fret {{fret}}, {{note}}, {{degree}}', { ...values, degree: spoken })
  }
}
