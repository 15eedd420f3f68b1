import { has, planPath } from '../../../core/auth/plans.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { loopFrom, tell } from '../commands.js'
import { type Args, judgingSettings, WINDOWS } from '../settings.js'
import { JUDGING } from '../tokens.js'
import { hardestBars } from './take-run.js'

const SENTENCES = phrases({
  plan: 'You’ve used your free take with feedback. Pro includes feedback on every take.',
  plans: 'See plans',
  noTake: 'No results yet. Turn on Feedback and play the song.',
})

type Context = Pick<PluginContext, 'get'>

const store = ({ get }: Context) => get(SETTINGS).store(judgingSettings)

export function mayJudge({ get }: Context): boolean {
  const { user } = get(AUTH).state.getState()
  const isHomework = get(JUDGING).view.getState().assigned
  return isHomework || has(user?.claims, 'practice') || !store({ get }).getState().tried
}

export function offerPlan(context: Context): void {
  tell(context, {
    message: SENTENCES.plan,
    topic: 'practice plan',
    leadsTo: { label: SENTENCES.plans, path: planPath('practice') },
  })
}

const loopHardest: CommandHandler = (context, { rank }: Args['rank'] = {}) => {
  const { get } = context
  const { result } = get(JUDGING).view.getState()
  if (!result) return tell(context, { message: SENTENCES.noTake })
  const bars = hardestBars(result)
  const { loop, looping } = get(PLAYBACK_SETTINGS).view.getState()
  const now = looping && loop?.from === loop?.to ? bars.findIndex(({ bar }) => bar === loop?.from) : -1
  const chosen = rank === undefined ? bars[(now + 1) % bars.length] : (bars[rank - 1] ?? bars[0])
  if (chosen) loopFrom(context, { from: chosen.bar, to: chosen.bar })
}

export const JUDGING_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.toggle-judging': context => {
    const settings = store(context)
    const on = !settings.getState().on
    if (on && !mayJudge(context)) return offerPlan(context)
    settings.change({ on })
    return on
  },
  'practice.end-take': ({ get }) => {
    const judging = get(JUDGING)
    judging.stop()
    judging.start()
  },
  'practice.loop-hardest-bar': loopHardest,
  'practice.dismiss-result': ({ get }) => get(JUDGING).dismiss(),
  'practice.set-strictness': (context, { preset }: Args['preset']) =>
    store(context).change({ windowMs: WINDOWS[preset] }),
}
