import { onSessionEnd } from '../../core/auth/session.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { GO_TO } from '../../core/events/app-events.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import type { StrungNeck } from '../../music/guitar/position.js'
import { NECK_VIEW, TUNING_LIST } from '../fretboard/tokens.js'
import { MIDI_OUTPUT } from '../midi-io/tokens.js'
import { EXERCISE_NAMES, playExercise } from './exercises/play-exercise.js'
import { TRAINER } from './internal-tokens.js'
import { createTrainer, type Trainer } from './round/trainer.js'
import { type TrainerArgs, trainerSettings } from './settings.js'

function askedTuning({ get }: Pick<PluginContext, 'get'>): StrungNeck {
  const { tuning } = get(SETTINGS).store(trainerSettings).getState()
  const own = get(TUNING_LIST)
    .getState()
    .find(({ id }) => id === tuning)
  return own ?? get(NECK_VIEW).getState().tuning
}

const run =
  (act: (trainer: Trainer) => void): CommandHandler =>
  ({ get }) => {
    act(get(TRAINER))
    // No message, because the screen shows the question.
    return ''
  }

export default defineRuntime({
  providers: [
    provideFactory(TRAINER, context => {
      const { get, scope } = context
      const settings = get(SETTINGS).store(trainerSettings)
      const user = () => get(AUTH).state.getState().user?.id ?? ''
      const memory = () => settings.getState().memory[user()] ?? {}
      const trainer = createTrainer({
        clock: get(CLOCK),
        events: get(EVENTS),
        output: get(MIDI_OUTPUT),
        settings: settings.getState,
        neck: () => askedTuning(context),
        memory,
        remember: (id, remembered) =>
          settings.change({
            memory: { ...settings.getState().memory, [user()]: { ...memory(), [id]: remembered } },
          }),
        random: Math.random,
      })
      scope.add(onSessionEnd(get(AUTH).state, () => trainer.leave()))
      return trainer
    }),
  ],
  commands: {
    'trainers.start-round': async ({ get }, { kind }: TrainerArgs['start'] = {}) => {
      if (!get(COMMANDS).holds("route == '/practice/train'"))
        get(EVENTS).emit(GO_TO, { path: '/practice/train' })
      await get(MIDI_OUTPUT).prepare()
      get(TRAINER).start(kind)
      return ''
    },
    'trainers.answer': ({ get }, { number }: TrainerArgs['answer']) => {
      const trainer = get(TRAINER)
      const choice = trainer.view.getState().question?.choices[number - 1]
      if (choice) trainer.choose(choice.value)
    },
    'trainers.hear': run(trainer => trainer.hear()),
    'trainers.show-answer': run(trainer => trainer.show()),
    'trainers.next': run(trainer => trainer.next()),
    'trainers.end-round': run(trainer => trainer.end()),
    'trainers.play-exercise': playExercise,
  },
  choices: {
    'trainers.play-exercise': {
      exercise: () => Object.entries(EXERCISE_NAMES).map(([value, label]) => ({ value, label })),
    },
  },
  screens: { TrainPage: () => import('./ui/train-page.js') },
  activate: context => {
    const { view } = context.get(TRAINER)
    publishCondition(context, 'trainers.asking', view, ({ phase }) => phase === 'asking')
    publishCondition(context, 'trainers.round', view, ({ phase }) => ['asking', 'answered'].includes(phase))
  },
})
