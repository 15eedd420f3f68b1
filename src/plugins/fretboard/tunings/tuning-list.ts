/** The tunings that can be chosen: those of the table, one's own, and those that plugins add. */
import { checkedExtensions } from '../../../core/kernel/extensions/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import { openStrings, TUNINGS } from '../../../core/music/guitar/tunings.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { tuningShape } from '../extension-shapes.js'
import { GUEST, OWN_TUNINGS } from '../inner-tokens.js'
import { GUEST_TUNING_ID, type Guest } from '../sharing/guest.js'
import { type FindTuning, type Missing, ON_ITS_WAY } from '../sharing/view.js'
import { type AddedTuning, FRETBOARD_TUNINGS, type TuningToChoose } from '../tokens.js'
import type { CodedTuning } from './tuning-code.js'

/** Follows what plugins add, for as long as the fretboard is active. */
export function watchTunings(context: PluginContext): ReadonlyStore<readonly TuningToChoose[]> {
  const idOf = ({ id }: AddedTuning, plugin: string) => `${plugin}:${id}`
  const { items, pluginOf } = checkedExtensions(context, FRETBOARD_TUNINGS, tuningShape, idOf)
  const own = context.get(OWN_TUNINGS).items
  const guest = context.get(GUEST)
  const all = () => [
    ...TUNINGS,
    ...own.getState().map(({ id, value }) => ownToChoose(`${OWN}:${id}`, value)),
    ...fromLink(guest.getState()),
    ...items.getState().map(added => toChoose(added, pluginOf(added))),
  ]
  const list = createStore<readonly TuningToChoose[]>(all())
  for (const source of [items, own, guest]) {
    context.scope.onDispose(source.subscribe(() => list.setState(all(), true)))
  }
  return list
}

/** What stands before the id of one's own tuning, where others have their plugin. */
export const OWN = 'own'

function fromLink(guest: Guest | undefined): readonly TuningToChoose[] {
  return guest?.tuning ? [ownToChoose(GUEST_TUNING_ID, guest.tuning)] : []
}

function ownToChoose(id: string, { name, strings, begins }: CodedTuning): TuningToChoose {
  return { id, name, instrument: 'guitar', strings, ...(begins && { begins }), own: true }
}

function toChoose({ id, name, instrument, lowToHigh }: AddedTuning, plugin: string): TuningToChoose {
  return { id: `${plugin}:${id}`, name, instrument, strings: openStrings(lowToHigh), plugin }
}

/** How commands and the palette name a tuning: those of the table by their name, added ones by their id. */
export function commandName({ id, name }: TuningToChoose): string {
  return typeof id === 'number' ? name : id
}

/** Looks a tuning up among those to choose; where a plugin's is not there, says why. */
export function finder(context: PluginContext, list: ReadonlyStore<readonly TuningToChoose[]>): FindTuning {
  return id => {
    const found = list.getState().find(tuning => tuning.id === id)
    return found ?? (typeof id === 'string' ? whyMissing(context, id) : undefined)
  }
}

/** Why the tuning of a plugin is not among those to choose. */
function whyMissing({ get }: PluginContext, id: string): Missing | typeof ON_ITS_WAY {
  const [plugin = '', tuning = ''] = id.split(':')
  if (plugin === OWN || id === GUEST_TUNING_ID) return { missing: 'tuningGone', values: { tuning } }
  const state = get(PLUGINS).state(plugin)
  if (state?.status === 'registered' || state?.status === 'activating') return ON_ITS_WAY
  const values = { tuning, plugin: state?.title ?? plugin }
  return { missing: state?.status === 'active' ? 'tuningLost' : 'tuningOff', values }
}
