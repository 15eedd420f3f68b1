/** Describes the neck in words, for screen readers and next to exported images. */

import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { SCALE_NAMES } from '../scales/scale-names.js'
import { type AvailableTuning, NECK_VIEW, type NeckView, type Now, TUNING_LIST } from '../tokens.js'
import { lettersOf } from '../tunings/tuning-code.js'
import { withSigns } from './neck-label.js'

export const SUMMARY = phrases({
  scale: 'Scale {{scale}}: {{notes}}.',
  noScale: 'No scale.',
  tuning: 'Tuning {{tuning}}: {{strings}}.',
  frets: 'Frets {{from}} to {{to}}.',
  capo: 'Capo on fret {{capo}}.',
  leftHanded: 'Left-handed.',
  chord: 'Chord over the scale: {{chord}} ({{notes}}).',
  position: 'Position {{name}}, {{index}} of {{total}}.',
  selected: 'Selected: {{notes}}.',
  selectedChord: 'Selected: {{chord}} ({{notes}}).',
  sounds: 'Sounding: {{notes}}.',
  soundsChord: 'Sounding: {{chord}} ({{notes}}).',
  silence: 'Nothing is sounding.',
})

export interface SummaryWords {
  /** Translates with the fretboard's words. */
  say(sentence: string, values?: Readonly<Record<string, string | number>>): string
  readonly scaleName: string
  readonly tuningName: string
}

/** One sentence per setting. */
export function summaryOf(view: NeckView, { say, scaleName, tuningName }: SummaryWords): readonly string[] {
  const { scale, tuning, fretMin, fretMax, capo, leftHanded, chord, position } = view
  const tones = scale.notes.filter(({ inScale }) => inScale).toSorted(byDegree)
  return [
    scale.tonic === ''
      ? say(SUMMARY.noScale)
      : say(SUMMARY.scale, { scale: scaleName, notes: tones.map(({ name }) => withSigns(name)).join(' ') }),
    say(SUMMARY.tuning, { tuning: tuningName, strings: withSigns(lettersOf(tuning)) }),
    say(SUMMARY.frets, { from: fretMin, to: fretMax }),
    ...(capo > 0 ? [say(SUMMARY.capo, { capo })] : []),
    ...(leftHanded ? [say(SUMMARY.leftHanded)] : []),
    ...(chord
      ? [
          say(SUMMARY.chord, {
            chord: withSigns(chord.symbol),
            notes: chord.tones.map(({ name }) => withSigns(name)).join(' '),
          }),
        ]
      : []),
    ...(position
      ? [
          say(SUMMARY.position, {
            name: withSigns(position.name),
            index: position.index + 1,
            total: position.total,
          }),
        ]
      : []),
  ]
}

/** Describes the sounding notes, or the selection during silence. */
export function summaryOfNow({ what, notes, chord }: Now, { say }: Pick<SummaryWords, 'say'>): string {
  if (what === 'nothing') return say(SUMMARY.silence)
  const names = notes.map(({ name }) => withSigns(name)).join(' ')
  const called = chord.interval ? say(chord.interval) : withSigns(chord.name)
  if (called === '' || called === names)
    return say(SUMMARY[what === 'sounding' ? 'sounds' : 'selected'], { notes: names })
  return say(SUMMARY[what === 'sounding' ? 'soundsChord' : 'selectedChord'], { chord: called, notes: names })
}

function byDegree(a: { readonly degree: string }, b: { readonly degree: string }): number {
  const number = ({ degree }: { readonly degree: string }) => Number(degree.replace(/\D/g, ''))
  return number(a) - number(b)
}

type Translate = (
  source: string,
  sentence: string,
  values?: Readonly<Record<string, string | number>>,
) => string

export function wordsOf({ get }: Pick<PluginContext, 'get'>): SummaryWords {
  const translator = get(TRANSLATOR)
  const view = get(NECK_VIEW).getState()
  return summaryWords(view, get(TUNING_LIST).getState(), (source, sentence, values) =>
    translator.t(source, sentence, values),
  )
}

/** Custom tunings keep their name; core translates the built-in ones. */
export function summaryWords(
  { scale, tuning }: Pick<NeckView, 'scale' | 'tuning'>,
  tunings: readonly AvailableTuning[],
  translate: Translate,
): SummaryWords {
  const type = scale.name.slice(scale.name.indexOf(' ') + 1)
  const known = SCALE_NAMES.find(name => name.toLowerCase() === type.toLowerCase())
  const isOwn = tunings.some(({ id, custom: own }) => id === tuning.id && own)
  return {
    say: (sentence, values) => translate('fretboard', sentence, values),
    scaleName: `${withSigns(scale.tonic)} ${known ? translate('fretboard', known) : type}`.trim(),
    tuningName: isOwn ? tuning.name : translate(tuning.plugin ?? 'core', tuning.name),
  }
}
