import { GO_TO } from '../../../core/events/app-events.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, EVENTS } from '../../../core/kernel/tokens.js'
import { createToken } from '../../../core/platform/token.js'
import { MIDI_OUTPUT } from '../../midi-io/tokens.js'
import type { TrainerArgs } from '../trainer-settings.js'
import { EXERCISE_NAMES, playExercise } from './play-exercise.js'
import type { Trainer } from './trainer.js'

export const TRAINER = createToken<() => Promise<Trainer>>('practice.trainer')

/** Loads the trainer on first use. Most users never open the Train page. */
export function provideTrainer(context: PluginContext): () => Promise<Trainer> {
  let trainer: Promise<Trainer> | undefined
  const open = async () => (await import('./trainer.js')).openTrainer(context)
  return () => {
    trainer ??= open().catch(thrown => {
      trainer = undefined
      throw thrown
    })
    return trainer
  }
}

const run =
  (act: (trainer: Trainer) => void): CommandHandler =>
  async ({ get }) => {
    act(await get(TRAINER)())
    // The screen shows the question.
    return ''
  }

export const TRAINER_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'trainers.start-round': async ({ get }, { kind }: TrainerArgs['start'] = {}) => {
    if (!get(COMMANDS).holds("route == '/practice/train'"))
      get(EVENTS).emit(GO_TO, { path: '/practice/train' })
    await get(MIDI_OUTPUT).prepare()
    const trainer = await get(TRAINER)()
    trainer.start(kind)
    return ''
  },
  'trainers.answer': async ({ get }, { number }: TrainerArgs['answer']) => {
    const trainer = await get(TRAINER)()
    const choice = trainer.view.getState().question?.choices[number - 1]
    if (choice) trainer.choose(choice.value)
  },
  'trainers.hear': run(trainer => trainer.hear()),
  'trainers.show-answer': run(trainer => trainer.show()),
  'trainers.next': run(trainer => trainer.next()),
  'trainers.end-round': run(trainer => trainer.end()),
  'trainers.play-exercise': playExercise,
}

export const TRAINER_CHOICES = {
  'trainers.play-exercise': {
    exercise: () => Object.entries(EXERCISE_NAMES).map(([value, label]) => ({ value, label })),
  },
}
