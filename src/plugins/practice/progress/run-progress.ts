import type { Session } from '../../../core/auth/session.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, NOTICES, PAGE, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import {
  type KeptTake,
  type ProgressArgs,
  type ProgressSettings,
  progressSettings,
} from '../progress-settings.js'
import { TAKE_ENDED, type TakeResult } from '../tokens.js'
import { takesAsCsv, takesAsJson } from './export.js'

const SENTENCES = phrases({
  empty: 'Nothing to export yet. Play a song with Feedback on.',
  cleared: 'Progress deleted.',
  undo: 'Undo',
})

const MOST_TAKES = 2000

export const userOf = (auth: Pick<ReadonlyStore<Session>, 'getState'>) => auth.getState().user?.id ?? ''

export const takesOf = ({ takes }: Pick<ProgressSettings, 'takes'>, user: string): readonly KeptTake[] =>
  takes[user] ?? []

const ofUser = ({ get }: Pick<PluginContext, 'get'>) => {
  const settings = get(SETTINGS).store(progressSettings)
  const user = userOf(get(AUTH).state)
  return { settings, user, takes: takesOf(settings.getState(), user) }
}

const exported =
  (ending: string, written: (takes: readonly KeptTake[]) => string): CommandHandler =>
  context => {
    const { takes } = ofUser(context)
    const { get, find } = context
    if (takes.length === 0)
      return get(NOTICES).post({ kind: 'info', source: 'practice', message: SENTENCES.empty })
    const day = get(CLOCK).date().toISOString().slice(0, 10)
    find(PAGE)?.saveFile(`fretwork-progress-${day}.${ending}`, written(takes))
  }

export const PROGRESS_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'progress.set-goal': ({ get }, { minutes }: ProgressArgs['goal']) =>
    get(SETTINGS).store(progressSettings).change({ goalMinutes: minutes }),
  'progress.export-csv': exported('csv', takesAsCsv),
  'progress.export-json': exported('json', takesAsJson),
  'progress.clear': context => {
    const { settings, user, takes } = ofUser(context)
    if (takes.length === 0) return
    const put = (list: readonly KeptTake[]) =>
      settings.change({ takes: { ...settings.getState().takes, [user]: [...list] } })
    put([])
    context.get(NOTICES).post({
      kind: 'info',
      source: 'practice',
      message: SENTENCES.cleared,
      action: { label: SENTENCES.undo, run: () => put([...takes, ...ofUser(context).takes]) },
    })
  },
}

export function runProgress(context: PluginContext): void {
  const { get, scope } = context
  scope.add(get(EVENTS).on(TAKE_ENDED, take => keepTake(context, take)))
}

function keepTake(context: PluginContext, take: TakeResult): void {
  if (take.fragment) return
  const { settings, user, takes } = ofUser(context)
  const kept: KeptTake = {
    song: take.songKey,
    name: take.songName,
    ...(take.section !== undefined && { section: take.section }),
    from: take.bars.from,
    to: take.bars.to,
    at: take.startedAt,
    ms: Math.round(take.durationMs),
    tempo: take.tempo,
    // Rounded down, so that a take is never shown as better than it was.
    accuracy: Math.floor(take.accuracy * 1000 + 1e-9) / 1000,
  }
  const all = settings.getState().takes
  settings.change({ takes: { ...all, [user]: [...takes, kept].slice(-MOST_TAKES) } })
}
