/** All tunings that can be selected: built-in, custom, and provided by plugins. */
import * as z from 'zod/mini'
import { checkedExtensions } from '../../../core/kernel/extensions/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import { INSTRUMENTS, openStrings, TUNINGS } from '../../../core/music/guitar/tunings.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { CUSTOM_TUNINGS, SHARED_TUNING_ID, SHARED_VIEW } from '../internal-tokens.js'
import { type MissingTuning, TUNING_PENDING } from '../neck/neck-view.js'
import { type AddedTuning, type AvailableTuning, FRETBOARD_TUNINGS, TUNING_LIST } from '../tokens.js'
import otherNames from './other-names.json' with { type: 'json' }
import { type CodedTuning, FEWEST_STRINGS, lettersOf, MOST_STRINGS } from './tuning-code.js'

const tuningShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/, 'it has to be lowercase letters, digits and hyphens')),
  name: z.string().check(z.minLength(1)),
  instrument: z.enum(INSTRUMENTS),
  lowToHigh: z.string().check(
    z.superRefine((text, context) => {
      const wrong = wrongStrings(text)
      if (wrong !== undefined) context.addIssue({ code: 'custom', message: wrong })
    }),
  ),
})

function wrongStrings(lowToHigh: string): string | undefined {
  try {
    const { length } = openStrings(lowToHigh)
    if (length >= FEWEST_STRINGS && length <= MOST_STRINGS) return undefined
    return `${FEWEST_STRINGS} to ${MOST_STRINGS} strings are needed, not ${length}`
  } catch (error) {
    return messageOf(error)
  }
}

const OTHER_NAMES: Readonly<Record<string, string>> = otherNames

/** Prefix of a custom tuning's id, where others have their plugin. */
export const CUSTOM = 'own'

export function watchTunings(context: PluginContext): ReadonlyStore<readonly AvailableTuning[]> {
  const idOf = ({ id }: AddedTuning, plugin: string) => `${plugin}:${id}`
  const { items, pluginOf } = checkedExtensions(context, FRETBOARD_TUNINGS, tuningShape, idOf)
  const custom = context.get(CUSTOM_TUNINGS).items
  const shared = context.get(SHARED_VIEW)
  const all = (): readonly AvailableTuning[] => {
    const ofLink = shared.getState()?.tuning
    return [
      ...TUNINGS,
      ...custom.getState().map(({ id, value }) => customTuning(`${CUSTOM}:${id}`, value)),
      ...(ofLink ? [customTuning(SHARED_TUNING_ID, ofLink)] : []),
      ...items.getState().map(added => {
        const plugin = pluginOf(added)
        const { name, instrument, lowToHigh } = added
        return { id: idOf(added, plugin), name, instrument, strings: openStrings(lowToHigh), plugin }
      }),
    ]
  }
  const list = createStore(all())
  for (const source of [items, custom, shared]) {
    context.scope.onDispose(source.subscribe(() => list.setState(all(), true)))
  }
  return list
}

function customTuning(id: string, { name, strings, begins }: CodedTuning): AvailableTuning {
  return { id, name, instrument: 'guitar', strings, ...(begins && { begins }), custom: true }
}

/** Name of a tuning in commands: built-in ones by name, others by id. */
export function commandName({ id, name }: AvailableTuning): string {
  return typeof id === 'number' ? name : id
}

/** What else a tuning is looked for by: its letters, its instrument, its strings. */
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

/** Finds a tuning by id, or why it is missing. */
export function findTuning(
  { get }: PluginContext,
  id: number | string,
): AvailableTuning | MissingTuning | typeof TUNING_PENDING | undefined {
  const found = get(TUNING_LIST)
    .getState()
    .find(tuning => tuning.id === id)
  if (found || typeof id === 'number') return found
  const [plugin = '', tuning = ''] = id.split(':')
  if (plugin === CUSTOM || id === SHARED_TUNING_ID) return { missing: 'tuningGone', values: { tuning } }
  const state = get(PLUGINS).state(plugin)
  if (state?.status === 'registered' || state?.status === 'activating') return TUNING_PENDING
  const values = { tuning, plugin: state?.title ?? plugin }
  return { missing: state?.status === 'active' ? 'tuningLost' : 'tuningOff', values }
}
