import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore } from '../../../core/platform/store.js'
import { PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { tell } from '../commands.js'
import { mayJudge, offerPlan } from '../judging/judging-commands.js'
import { judgingSettings, type LadderSettings, ladderSettings } from '../settings.js'
import { DRILLS, type Drills, percentOf, TAKE_ENDED, type TakeResult } from '../tokens.js'

const SENTENCES = phrases({
  up: 'Clean pass. Now at {{tempo}}%.',
  down: 'Back to {{tempo}}%. Take it slower.',
  top: 'Clean at {{tempo}}%. You’ve reached the target tempo.',
  start: 'The speed trainer starts at {{tempo}}%.',
  startBoth: 'The speed trainer starts at {{tempo}}%. Turn on Feedback and loop some bars to use it.',
  startFeedback: 'The speed trainer starts at {{tempo}}%. Turn on Feedback to use it.',
  startLoop: 'The speed trainer starts at {{tempo}}%. Loop some bars to use it.',
})

export function runLadder(context: PluginContext): void {
  const { get, scope } = context
  const settings = get(SETTINGS).store(ladderSettings)
  const playback = get(PLAYBACK_SETTINGS)
  let rung: Rung | undefined
  let playerBefore: { readonly step: number; readonly tempo: number } | undefined

  const report = (message: string, tempo: number) => get(DRILLS).said.setState({ message, tempo })

  const passed = (take: TakeResult) => {
    const rules = settings.getState()
    const { loop, looping, tempo } = playback.view.getState()
    const isLoop = loop && looping && take.bars.from >= loop.from && take.bars.to <= loop.to
    report('', 0)
    if (!rules.on || !isLoop || !take.complete) return
    const before = rung?.tempo === tempo ? rung : { tempo, clean: 0, failed: 0 }
    rung = climb(rules, before, take.accuracy)
    if (rung.tempo > tempo) report(SENTENCES.up, rung.tempo)
    else if (rung.tempo < tempo) report(SENTENCES.down, rung.tempo)
    else if (tempo >= rules.to && before.clean > 0 && rung.clean === 0 && rung.failed === 0)
      report(SENTENCES.top, tempo)
    if (rung.tempo !== tempo) playback.setTempo(rung.tempo)
  }

  const apply = () => {
    const { on, from } = settings.getState()
    if (on && !playerBefore) {
      playerBefore = playback.view.getState()
      playback.setSteps({ step: 0 })
      playback.setTempo(from)
    } else if (!on && playerBefore) {
      playback.setSteps({ step: playerBefore.step })
      playback.setTempo(playerBefore.tempo)
      playerBefore = undefined
      rung = undefined
    }
  }
  scope.add(get(EVENTS).on(TAKE_ENDED, passed))
  scope.onDispose(settings.subscribe(apply))
}

export function provideDrills(context: Pick<PluginContext, 'get'>): Drills {
  const { get } = context
  return {
    said: createStore({ message: '', tempo: 0 }),
    start(bars) {
      const playback = get(PLAYBACK_SETTINGS)
      playback.setLoop(bars)
      if (!mayJudge(context)) return offerPlan(context)
      get(SETTINGS).store(judgingSettings).change({ on: true })
      const ladder = get(SETTINGS).store(ladderSettings)
      ladder.change({ on: true })
      playback.setTempo(ladder.getState().from)
    },
  }
}

export const LADDER_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.toggle-ladder': ({ get }) => {
    const settings = get(SETTINGS).store(ladderSettings)
    const on = !settings.getState().on
    settings.change({ on })
    if (!on) return
    const { looping } = get(PLAYBACK_SETTINGS).view.getState()
    const judges = get(SETTINGS).store(judgingSettings).getState().on
    const { start, startLoop, startFeedback, startBoth } = SENTENCES
    const message = judges ? (looping ? start : startLoop) : looping ? startFeedback : startBoth
    tell({ get }, { message, values: { tempo: settings.getState().from }, topic: 'practice ladder' })
  },
}

export interface Rung {
  /** Tempo in percent. */
  readonly tempo: number
  readonly clean: number
  readonly failed: number
}

/** @param accuracy fraction of correct notes, 0–1 @returns the next state after this pass */
export function climb(
  rules: Omit<LadderSettings, 'on'>,
  { tempo, clean, failed }: Rung,
  accuracy: number,
): Rung {
  // The user may have set a tempo outside the range of the speed trainer.
  const within = (next: number) =>
    Math.min(Math.max(rules.to, tempo), Math.max(Math.min(rules.from, tempo), next))
  if (percentOf(accuracy) >= rules.accuracy) {
    if (clean + 1 < rules.clean) return { tempo: within(tempo), clean: clean + 1, failed: 0 }
    return { tempo: within(tempo + rules.step), clean: 0, failed: 0 }
  }
  if (failed + 1 < rules.failed) return { tempo: within(tempo), clean: 0, failed: failed + 1 }
  return { tempo: within(tempo - rules.step), clean: 0, failed: 0 }
}
