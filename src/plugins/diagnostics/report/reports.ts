import { onSessionEnd } from '../../../core/auth/session.js'
import { JOURNAL } from '../../../core/events/journal.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH } from '../../../core/kernel/tokens.js'
import { inPage } from '../../../core/platform/ports.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { NECK, NECK_VIEW } from '../../fretboard/tokens.js'
import { MIDI_EVENT, MIDI_TICK } from '../../midi-io/tokens.js'
import type { ProblemReports } from '../tokens.js'
import { Edge } from './edge.js'
import { NeckWatch } from './neck-watch.js'

export function createReports(context: PluginContext): ProblemReports {
  let started: ReturnType<typeof startWatch> | undefined
  const watch = () => {
    started ??= startWatch(context)
    return started
  }
  const capture = async () => {
    const { captureReport } = await import('./capture.js')
    const page = await inPage(async () => (await import('../ui/page-facts.js')).pageFacts())
    return captureReport(context, watch(), page)
  }
  return {
    watch: () => void watch(),
    capture,
    replay: async report => {
      const { replayReport } = await import('./replay-report.js')
      return replayReport({ context, capture, clear: watch().clear }, report)
    },
    tools: async () => (await import('./report-tools.js')).reportTools,
  }
}

function startWatch({ get, find, follow, scope }: PluginContext) {
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
      // An event's entry already includes changes made by its listeners.
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
