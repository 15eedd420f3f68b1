import { onSessionEnd } from '../../../core/auth/session.js'
import { JOURNAL } from '../../../core/journal/journal.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH } from '../../../core/kernel/services/tokens.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { NECK, NECK_VIEW } from '../../fretboard/tokens.js'
import { MIDI_EVENT, MIDI_TICK } from '../../midi-io/tokens.js'
import { Edge } from './edge.js'
import { NeckWatch } from './neck-watch.js'

export function startWatch({ get, find, follow, scope }: PluginContext) {
  const journal = get(JOURNAL)
  journal.ignore(MIDI_TICK)
  const edge = new Edge()
  let neck: NeckWatch | undefined
  follow(NECK, model => {
    const views = model && find(NECK_VIEW)
    neck = views && new NeckWatch(model, views, journal.now())
    const started = neck
    return () => started?.dispose()
  })
  scope.add(
    journal.onEntry(entry => {
      if (entry.kind === 'event' && entry.id === MIDI_EVENT.id) edge.add(entry, entry.payload as MidiEvent)
      // What listeners do during an event is due to the event.
      if (journal.current === undefined) neck?.note(entry)
    }),
  )
  const clear = () => {
    journal.clear()
    edge.clear()
  }
  scope.add(onSessionEnd(get(AUTH).state, () => edge.clear()))
  return {
    edge,
    clear,
    get neck(): NeckWatch | undefined {
      return neck
    },
  }
}
