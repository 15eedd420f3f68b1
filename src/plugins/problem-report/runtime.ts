import { onSessionEnd } from '../../core/auth/session.js'
import { GO_TO } from '../../core/events/app-events.js'
import { JOURNAL } from '../../core/events/journal.js'
import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, EVENTS } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
import { NECK, NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_EVENT, MIDI_TICK } from '../midi-io/tokens.js'
import { Edge } from './capture/edge.js'
import { NeckWatch } from './capture/neck-watch.js'
import { SHOWN_REPORT, type ShownReport } from './internal-tokens.js'
import { PROBLEM_REPORTS } from './tokens.js'

const REPORT_PATH = '/problem-report'

export default defineRuntime({
  providers: [
    provideFactory(PROBLEM_REPORTS, context => {
      const watch = startWatch(context)
      const capture = async () => {
        const { captureReport } = await import('./capture/capture.js')
        const page = await inPage(async () => (await import('./ui/page-facts.js')).pageFacts())
        return captureReport(context, watch, page)
      }
      return {
        capture,
        replay: async report => {
          const { replayReport } = await import('./replay/replay-report.js')
          return replayReport({ context, capture, clear: watch.clear }, report)
        },
        tools: async () => (await import('./report-tools.js')).reportTools,
      }
    }),
    provideFactory(SHOWN_REPORT, ({ get, scope }) => {
      const store = createStore<{ shown: ShownReport | undefined }>({ shown: undefined })
      // The next user must not see this report.
      scope.add(onSessionEnd(get(AUTH).state, () => store.setState({ shown: undefined })))
      return store
    }),
  ],
  commands: {
    'problem-report.save': async ({ get }) => {
      const here = (await inPage(async () => (await import('./ui/page-facts.js')).hereInPage())) ?? '/'
      const report = await get(PROBLEM_REPORTS).capture()
      const before = get(SHOWN_REPORT).getState().shown
      // If a report is created on the report page, keep the page to return to.
      const from = here === REPORT_PATH ? (before?.from ?? '/') : here
      get(SHOWN_REPORT).setState({ shown: { report, from } })
      get(EVENTS).emit(GO_TO, { path: REPORT_PATH })
    },
  },
  screens: { ReportPage: () => import('./ui/report-page.js') },
  activate: ({ get }) => void get(PROBLEM_REPORTS),
})

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
      // Changes made by listeners during an event are recorded with that event.
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
