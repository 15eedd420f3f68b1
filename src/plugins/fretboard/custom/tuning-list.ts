import type { PluginContext } from '../../../core/kernel/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { hasSameStrings } from '../../../music/guitar/position.js'
import { type CodedTuning, lettersOf } from '../../../music/guitar/tuning-code.js'
import { TUNINGS } from '../../../music/guitar/tunings.js'
import { SHARED_TUNING_ID, SHARED_VIEW } from '../sharing/shared-view.js'
import { type AvailableTuning, SONG_TUNING, TUNING_LIST } from '../tokens.js'
import { CUSTOM_TUNINGS } from './custom-list.js'
import otherNames from './other-names.json' with { type: 'json' }

const OTHER_NAMES: Readonly<Record<string, string>> = otherNames

export const CUSTOM = 'own'
export const SONG_TUNING_ID = 'song:tuning'

const SENTENCES = phrases({ track: 'This track’s tuning' })

export function watchTunings(context: PluginContext): ReadonlyStore<readonly AvailableTuning[]> {
  const custom = context.get(CUSTOM_TUNINGS).items
  const shared = context.get(SHARED_VIEW)
  const song = context.get(SONG_TUNING)
  const all = (): readonly AvailableTuning[] => {
    const ofLink = shared.getState()?.tuning
    const ofSong = song.getState()
    const listed = [
      ...TUNINGS,
      ...custom.getState().map(({ id, value }) => customTuning(`${CUSTOM}:${id}`, value)),
      ...(ofLink ? [customTuning(SHARED_TUNING_ID, ofLink)] : []),
    ]
    if (!ofSong || listed.some(tuning => hasSameStrings(tuning, ofSong))) return listed
    const name = context.get(TRANSLATOR).t('fretboard', SENTENCES.track)
    return [...listed, customTuning(SONG_TUNING_ID, { ...ofSong, name })]
  }
  const list = createStore(all())
  for (const source of [custom, shared, song]) {
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
