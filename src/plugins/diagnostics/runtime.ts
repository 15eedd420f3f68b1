import { onSessionEnd } from '../../core/auth/session.js'
import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, PAGE, SETTINGS } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { NECK } from '../fretboard/tokens.js'
import { VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import { createBridge, REPLAY_BRIDGE } from './replay/bridge.js'
import { SHOWN_REPORT, type ShownReport } from './report/report.js'
import { createReports } from './report/reports.js'
import { type ReplayFileArgs, replaySettings } from './settings.js'
import { PROBLEM_REPORTS, REPLAYER, type Replayer } from './tokens.js'

const REPORT_PATH = '/problem-report'

export default defineRuntime({
  providers: [
    provideFactory(REPLAYER, context => {
      let replayer: Promise<Replayer> | undefined
      return () => {
        replayer ??= import('./replay/replayer.js').then(({ createReplayer }) => createReplayer(context))
        return replayer
      }
    }),
    provideFactory(REPLAY_BRIDGE, context => {
      const settings = context.get(SETTINGS).store(replaySettings)
      const bridge = createBridge({
        clock: context.get(CLOCK),
        log: context.log,
        unattended: () => settings.getState().unattended,
        inputs: async () => {
          await context.load(NECK)
          return context.load(VIRTUAL_INPUTS)
        },
        openSocket: async (address, words) =>
          (await import('./ui/open-socket.js')).openSocket(address, words),
      })
      context.scope.onDispose(() => bridge.close())
      return bridge
    }),
    provideFactory(PROBLEM_REPORTS, createReports),
    provideFactory(SHOWN_REPORT, ({ get, scope }) => {
      const store = createStore<{ shown: ShownReport | undefined }>({ shown: undefined })
      // The next user must not see this report.
      scope.add(onSessionEnd(get(AUTH).state, () => store.setState({ shown: undefined })))
      return store
    }),
  ],
  commands: {
    'problem-report.save': async ({ get }) => {
      const here = (await inPage(async () => (await import('./ui/page-facts.js')).currentPath())) ?? '/'
      const report = await get(PROBLEM_REPORTS).capture()
      const before = get(SHOWN_REPORT).getState().shown
      // If a report is created on the report page, keep the page to return to.
      const from = here === REPORT_PATH ? (before?.from ?? '/') : here
      get(SHOWN_REPORT).setState({ shown: { report, from } })
      get(EVENTS).emit(GO_TO, { path: REPORT_PATH })
    },
    'replay.replay-file': async ({ get, signal }, { bytes, name, fast }: ReplayFileArgs) => {
      const replayer = await get(REPLAYER)()
      return replayer.run(await replayer.open(bytes, name), { fast, signal })
    },
  },
  screens: {
    BridgePage: () => import('./ui/bridge-page.js'),
    ReportPage: () => import('./ui/report-page.js'),
  },
  // On the command line, a replay needs no recording.
  activate: ({ get, find }) => {
    if (find(PAGE)) get(PROBLEM_REPORTS).watch()
  },
})
