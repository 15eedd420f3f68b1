import { numberOf, textOf, type Xml } from './xml.js'

const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** MIDI number; middle C is 60. Quarter tones are rounded toward the natural note. */
export function pitchOf(xml: Xml | undefined, prefix = ''): number | undefined {
  const step = STEPS[textOf(xml, `${prefix}step`).toUpperCase()]
  const octave = numberOf(xml, `${prefix}octave`)
  if (step === undefined || octave === undefined) return undefined
  return (Math.trunc(octave) + 1) * 12 + step + Math.trunc(numberOf(xml, `${prefix}alter`) ?? 0)
}
