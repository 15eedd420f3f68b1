/** The names that a summary uses, in the language shown. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { SCALE_NAMES } from '../scales/scale-names.js'
import { type AvailableTuning, NECK_VIEW, type NeckView, TUNING_LIST } from '../tokens.js'
import { withSigns } from './neck-label.js'
import type { SummaryWords } from './neck-summary.js'

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

/** One's own tunings are called as they were named; the words of core translate those of the table. */
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
