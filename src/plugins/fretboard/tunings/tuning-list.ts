/** All tunings that can be selected: built-in, custom, and provided by plugins. */
import { checkedExtensions } from '../../../core/kernel/extensions/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import { openStrings, TUNINGS } from '../../../core/music/guitar/tunings.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { tuningShape } from '../extension-shapes.js'
import { CUSTOM_TUNINGS, SHARED_VIEW } from '../internal-tokens.js'
import { type FindTuning, type MissingTuning, TUNING_PENDING } from '../neck/neck-view.js'
import { SHARED_TUNING_ID, type SharedView } from '../sharing/shared-view.js'
import { type AddedTuning, type AvailableTuning, FRETBOARD_TUNINGS } from '../tokens.js'
import type { CodedTuning } from './tuning-code.js'

/** Follows what plugins add, for as long as the fretboard is active. */
export function watchTunings(context: PluginContext): ReadonlyStore<readonly AvailableTuning[]> {
  const idOf = ({ id }: AddedTuning, plugin: string) => `${plugin}:${id}`
  const { items, pluginOf } = checkedExtensions(context, FRETBOARD_TUNINGS, tuningShape, idOf)
  const own = context.get(CUSTOM_TUNINGS).items
  const guest = context.get(SHARED_VIEW)
  const all = () => [
    ...TUNINGS,
    ...own.getState().map(({ id, value }) => customTuning(`${CUSTOM}:${id}`, value)),
    ...fromLink(guest.getState()),
    ...items.getState().map(added => toChoose(added, pluginOf(added))),
  ]
  const list = createStore<readonly AvailableTuning[]>(all())
  for (const source of [items, own, guest]) {
    context.scope.onDispose(source.subscribe(() => list.setState(all(), true)))
  }
  return list
}

/** Prefix of a custom tuning's id, where others have their plugin. */
export const CUSTOM = 'own'

function fromLink(guest: SharedView | undefined): readonly AvailableTuning[] {
  return guest?.tuning ? [customTuning(SHARED_TUNING_ID, guest.tuning)] : []
}

function customTuning(id: string, { name, strings, begins }: CodedTuning): AvailableTuning {
  return { id, name, instrument: 'guitar', strings, ...(begins && { begins }), custom: true }
}

function toChoose({ id, name, instrument, lowToHigh }: AddedTuning, plugin: string): AvailableTuning {
  return { id: `${plugin}:${id}`, name, instrument, strings: openStrings(lowToHigh), plugin }
}

/** Name of a tuning in commands: built-in ones by name, others by id. */
export function commandName({ id, name }: AvailableTuning): string {
  return typeof id === 'number' ? name : id
}

/** Looks a tuning up among those to choose; where a plugin's is not there, says why. */
export function tuningFinder(
  context: PluginContext,
  list: ReadonlyStore<readonly AvailableTuning[]>,
): FindTuning {
  return id => {
    const found = list.getState().find(tuning => tuning.id === id)
    return found ?? (typeof id === 'string' ? whyMissing(context, id) : undefined)
  }
}

/** Why the tuning of a plugin is not among those to choose. */
function whyMissing({ get }: PluginContext, id: string): MissingTuning | typeof TUNING_PENDING {
  const [plugin = '', tuning = ''] = id.split(':')
  if (plugin === CUSTOM || id === SHARED_TUNING_ID) return { missing: 'tuningGone', values: { tuning } }
  const state = get(PLUGINS).state(plugin)
  if (state?.status === 'registered' || state?.status === 'activating') return TUNING_PENDING
  const values = { tuning, plugin: state?.title ?? plugin }
  return { missing: state?.status === 'active' ? 'tuningLost' : 'tuningOff', values }
}
