import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { TUNINGS } from '../../../core/music/guitar/tunings.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { CUSTOM_TUNINGS, SHARED_TUNING_ID, SHARED_VIEW } from '../internal-tokens.js'
import { type AvailableTuning, TUNING_LIST } from '../tokens.js'
import otherNames from './other-names.json' with { type: 'json' }
import { type CodedTuning, lettersOf } from './tuning-code.js'

const OTHER_NAMES: Readonly<Record<string, string>> = otherNames

export const CUSTOM = 'own'

export function watchTunings(context: PluginContext): ReadonlyStore<readonly AvailableTuning[]> {
  const custom = context.get(CUSTOM_TUNINGS).items
  const shared = context.get(SHARED_VIEW)
  const all = (): readonly AvailableTuning[] => {
    const ofLink = shared.getState()?.tuning
    return [
      ...TUNINGS,
      ...custom.getState().map(({ id, value }) => customTuning(`${CUSTOM}:${id}`, value)),
      ...(ofLink ? [customTuning(SHARED_TUNING_ID, ofLink)] : []),
    ]
  }
  const list = createStore(all())
  for (const source of [custom, shared]) {
    context.scope.onDispose(source.subscribe(() => list.setState(all(), true)))
  }
  return list
}

function customTuning(id: string, { name, strings, begins }: CodedTuning): AvailableTuning {
  return { id, name, instrument: 'guitar', strings, ...(begins && { begins }), custom: true }
}

export function commandName({ id, name }: AvailableTuning): string {
  return typeof id === 'number' ? name : id
}

export function tuningWords(tuning: AvailableTuning): string {
  const letters = lettersOf(tuning)
  const { length } = tuning.strings
  const others = OTHER_NAMES[tuning.name] ?? ''
  return [
    others,
    letters,
    letters.replaceAll(' ', ''),
    tuning.instrument,
    `${length} strings`,
    `${length} Saiten, ${length}-Saiter`,
  ].join(', ')
}

export function findTuning({ get }: PluginContext, id: number | string) {
  const found = get(TUNING_LIST)
    .getState()
    .find(tuning => tuning.id === id)
  if (found || typeof id === 'number') return found
  const [kind, tuning = ''] = id.split(':')
  return kind === CUSTOM || id === SHARED_TUNING_ID
    ? { missing: 'tuningGone' as const, values: { tuning } }
    : undefined
}
