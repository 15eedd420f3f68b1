import { type CommandHandler, defineRuntime, type PluginContext } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, EVENTS, NOTICES, PAGE, SETTINGS } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { TAKE_ENDED } from '../practice/tokens.js'
import { takesAsCsv, takesAsJson } from './history/export.js'
import { keepTake, takesOf, userOf } from './progress.js'
import { type KeptTake, type ProgressArgs, progressSettings } from './settings.js'

const SENTENCES = phrases({
  empty: 'Nothing to export yet. Play a song with Feedback on.',
  cleared: 'Progress deleted.',
  undo: 'Undo',
})

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
      return get(NOTICES).post({ kind: 'info', source: 'progress', message: SENTENCES.empty })
    const day = get(CLOCK).date().toISOString().slice(0, 10)
    find(PAGE)?.saveFile(`fretwork-progress-${day}.${ending}`, written(takes))
  }

export default defineRuntime({
  commands: {
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
        source: 'progress',
        message: SENTENCES.cleared,
        action: { label: SENTENCES.undo, run: () => put([...takes, ...ofUser(context).takes]) },
      })
    },
  },
  screens: { PracticePage: () => import('./ui/practice-page.js') },
  activate: ({ get, scope }) => {
    const settings = get(SETTINGS).store(progressSettings)
    scope.add(get(EVENTS).on(TAKE_ENDED, take => keepTake(settings, userOf(get(AUTH).state), take)))
  },
})
