import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { BARE_NECK, NECK_VIEW, SELECTION, TUNING_LIST } from '../fretboard/tokens.js'
import { SONG_IMPORTS } from '../library/tokens.js'
import { MIDI_OUTPUT } from '../midi-io/tokens.js'
import { SONG_FINGERING } from '../player/tokens.js'
import { DRILLS } from '../practice/tokens.js'
import { TRAINER } from './internal-tokens.js'
import { TRAINER_ARGS, trainerSettings } from './settings.js'

const asking = { when: "route == '/practice/train' && trainers.asking" } as const
const round = { when: "route == '/practice/train' && trainers.round" } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'trainers',
  title: 'Trainers',
  description: 'Trains fretboard knowledge, ear, sight-reading and technique.',
  permissions: ['midi-in', 'midi-out', 'songs', 'account'],
  requires: [NECK_VIEW, TUNING_LIST, BARE_NECK, SELECTION, MIDI_OUTPUT],
  lazy: [SONG_IMPORTS, SONG_FINGERING, DRILLS],
  provides: [TRAINER],
  contributes: {
    settings: [trainerSettings],
    routes: [
      {
        path: '/practice/train',
        title: 'Train',
        screen: 'TrainPage',
        auth: true,
        offers: ['trainers.start-round', 'trainers.play-exercise'],
        keys: [{ title: 'Answer', keys: ['1', '2', '3'] }],
      },
    ],
    navigation: [
      { path: '/practice/train', title: 'Train', order: 17, when: 'loggedIn', tabOf: '/practice' },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'trainers.start-round',
        title: 'Start the daily round',
        description: 'Five minutes of notes, intervals and reading',
        args: TRAINER_ARGS.start,
        keys: ['$mod+alt+d'],
      },
      {
        id: 'trainers.play-exercise',
        title: 'Play an exercise with the metronome',
        description: 'Loops with feedback and speeds up step by step',
        args: TRAINER_ARGS.exercise,
        asks: [{ id: 'exercise', title: 'Exercise' }],
      },
      {
        ...asking,
        id: 'trainers.answer',
        title: 'Choose answer…',
        args: TRAINER_ARGS.answer,
        asks: [{ id: 'number', title: 'Answer' }],
      },
      { ...round, id: 'trainers.hear', title: 'Play again', keys: ['space'] },
      { ...asking, id: 'trainers.show-answer', title: 'Show the answer', keys: ['shift+enter'] },
      { ...round, id: 'trainers.next', title: 'Next question', keys: ['enter'] },
      { ...round, id: 'trainers.end-round', title: 'End the round', keys: ['escape'] },
    ],
  },
  activateOn: ['route:/practice/train', 'command:trainers.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
