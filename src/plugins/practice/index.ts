import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { AUDIO_INPUT } from '../audio-in/tokens.js'
import { BARE_NECK, NECK_VIEW, SELECTION, SONG_SCALE, TUNING_LIST } from '../fretboard/tokens.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../library/tokens.js'
import { MIDI_ACCESS, MIDI_OUTPUT, NECK_TUNING, VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import {
  ON_SONG_PAGES,
  PLAYBACK_SETTINGS,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_OPENING,
  SONG_PAGES,
  SONG_SESSION,
} from '../player/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { PROGRESS_ARGS, progressSettings } from './progress-settings.js'
import { draftSettings, RECORDING_ARGS, recordingSettings } from './recording-settings.js'
import {
  ARGS,
  judgingSettings,
  ladderSettings,
  metronomeSettings,
  playingSettings,
  sectionSettings,
} from './settings.js'
import { DRILLS, FOLLOWING, JUDGING, METRONOME, SECTIONS } from './tokens.js'
import { TRAINER_ARGS, trainerSettings } from './trainer-settings.js'

const TRAIN = '/practice/train'

const song = { when: 'player.song', busy: 'queue' } as const
const ON_RECORDING_PAGES = "loggedIn && (route == '/fretboard' || route == '/songs' || route == '/songs/:id')"
const progress = { section: 'Progress', commandsWhen: false, when: 'loggedIn' } as const
const recording = { section: 'Recording', commandsWhen: false, when: ON_RECORDING_PAGES } as const
const pro = { ...recording, feature: 'recording' } as const
const proSong = { ...pro, when: `${ON_RECORDING_PAGES} && player.song` } as const
const training = { section: 'Trainers', commandsWhen: false, when: 'loggedIn' } as const
const asking = { ...training, when: `loggedIn && route == '${TRAIN}' && trainers.asking` } as const
const round = { ...training, when: `loggedIn && route == '${TRAIN}' && trainers.round` } as const
const metronome = { section: 'Metronome', commandsWhen: false, when: 'loggedIn || guest' } as const
/** Keeps command IDs from the `midi-file` plugin of version 1.0 working. */
const moved = (name: string, before = name) => ({
  id: `practice.${name}`,
  formerly: [`midi-file.${before}`],
})

export default definePlugin({
  ...BUILT_IN,
  id: 'practice',
  formerly: ['progress', 'recording', 'trainers'],
  title: 'Practice',
  description:
    'Loops, slows down and transposes songs, records what you play, gives feedback, and trains your ear and your knowledge of the neck.',
  permissions: ['midi-in', 'midi-out', 'songs', 'account'],
  requires: [SONG_SESSION, PLAYBACK_SETTINGS, SONG_NOTICES, SONG_FINGERING, MIDI_OUTPUT],
  optional: [MIDI_ACCESS, NECK_TUNING, VIRTUAL_INPUTS],
  provides: [FOLLOWING, JUDGING, DRILLS, SECTIONS, METRONOME],
  lazy: [AUDIO_INPUT, NECK_VIEW, SONG_SCALE, TUNING_LIST, BARE_NECK, SELECTION, SONG_IMPORTS, SONG_LIBRARY],
  contributes: {
    settings: [
      playingSettings,
      judgingSettings,
      ladderSettings,
      sectionSettings,
      metronomeSettings,
      progressSettings,
      recordingSettings,
      draftSettings,
      trainerSettings,
    ],
    routes: [
      { path: '/practice', title: 'Practice', screen: 'PracticePage', auth: true },
      {
        path: '/metronome',
        title: 'Metronome',
        screen: 'MetronomePage',
        auth: true,
        offers: ['practice.toggle-metronome', 'practice.tap-metronome'],
      },
      {
        path: TRAIN,
        title: 'Train',
        screen: 'TrainPage',
        auth: true,
        offers: ['trainers.start-round', 'trainers.play-exercise'],
        keys: [{ title: 'Answer', keys: ['1', '2', '3'] }],
      },
    ],
    drawers: [
      ...[...SONG_PAGES.filter(each => each !== '/metronome'), TRAIN].map((on, index) => ({
        ...({ id: `practice.metronome-${index}`, side: 'bottom', on, title: 'Metronome' } as const),
        // While a song is open, the transport shows the metronome, except on the Train page.
        screen: 'MetronomeDock',
        when: `practice.metronome && (route == '${TRAIN}' || (!player.song && !recording.alone))`,
      })),
      ...SONG_PAGES.map((on, index) => ({
        ...({ id: `recording.dock-${index}`, side: 'bottom', on, title: 'Recording' } as const),
        ...{ screen: 'RecordDock', when: 'recording.alone && !player.song' },
      })),
    ],
    navigation: [
      { path: '/practice', title: 'Practice', icon: 'progress', order: 15, when: 'loggedIn' },
      { path: TRAIN, title: 'Train', order: 17, when: 'loggedIn', tabOf: '/practice' },
      { path: '/metronome', title: 'Metronome', order: 18, when: 'loggedIn', tabOf: '/practice' },
    ],
    commandsWhen: ON_SONG_PAGES,
    commands: [
      { ...moved('toggle-loop'), ...song, title: 'Toggle loop', keys: ['shift+r'] },
      {
        ...moved('loop-from-here'),
        ...song,
        title: 'Set loop start here (A)',
        keys: ['$mod+shift+arrowleft'],
      },
      { ...moved('loop-to-here'), ...song, title: 'Set loop end here (B)', keys: ['$mod+shift+arrowright'] },
      {
        ...moved('loop-bars'),
        ...song,
        title: 'Loop bars',
        args: ARGS.loop,
        asks: [
          { id: 'from', title: 'First bar' },
          { id: 'to', title: 'Last bar' },
        ],
      },
      { ...moved('clear-loop'), ...song, title: 'Clear loop' },
      { ...moved('play-slower'), ...song, title: 'Play 5% slower', keys: ['$mod+arrowdown'] },
      { ...moved('play-faster'), ...song, title: 'Play 5% faster', keys: ['$mod+arrowup'] },
      {
        ...moved('set-tempo'),
        ...song,
        title: 'Set song tempo',
        args: ARGS.tempo,
        asks: [{ id: 'percent', title: 'Percent' }],
      },
      {
        ...song,
        id: 'practice.set-bpm',
        title: 'Set song tempo in BPM',
        args: ARGS.bpm,
        asks: [{ id: 'bpm', title: 'BPM' }],
      },
      {
        ...moved('set-tempo-steps'),
        ...song,
        title: 'Speed up with each loop',
        args: ARGS.step,
        asks: [
          { id: 'percent', title: 'Increase per loop (%)' },
          { id: 'until', title: 'Maximum tempo (%)' },
        ],
      },
      {
        ...moved('transpose-up'),
        ...song,
        title: 'Transpose the song up a semitone',
        keys: ['$mod+shift+arrowup'],
      },
      {
        ...moved('transpose-down'),
        ...song,
        title: 'Transpose the song down a semitone',
        keys: ['$mod+shift+arrowdown'],
      },
      { ...moved('octave-up'), ...song, title: 'Transpose the song up an octave' },
      { ...moved('octave-down'), ...song, title: 'Transpose the song down an octave' },
      {
        ...moved('transpose'),
        ...song,
        title: 'Set transposition',
        args: ARGS.transpose,
        asks: [{ id: 'semitones', title: 'Semitones' }],
      },
      {
        ...song,
        id: 'practice.transpose-by',
        title: 'Transpose the song',
        args: ARGS.transpose,
        asks: [{ id: 'semitones', title: 'Semitones', open: true }],
      },
      { ...moved('toggle-waiting'), ...song, title: 'Wait for me', keys: ['shift+q'] },
      {
        ...moved('set-count-in'),
        title: 'Set count-in length',
        args: ARGS.countIn,
        asks: [{ id: 'bars', title: 'Bars' }],
      },
      { ...moved('toggle-upcoming-notes', 'toggle-coming-notes'), title: 'Toggle upcoming notes' },
      {
        ...moved('set-upcoming-time', 'set-coming-time'),
        title: 'Set lead time for upcoming notes',
        args: ARGS.upcoming,
        asks: [{ id: 'milliseconds', title: 'Milliseconds' }],
      },
      { ...moved('toggle-follow'), title: 'Toggle: fit frets to song' },
      { id: 'practice.toggle-follow-key', title: 'Toggle: follow song key' },
      {
        ...song,
        id: 'practice.toggle-judging',
        when: 'loggedIn && player.song',
        title: 'Toggle feedback',
        keys: ['shift+z'],
      },
      { ...song, id: 'practice.end-take', title: 'End take', when: 'player.song && practice.taking' },
      {
        ...song,
        id: 'practice.loop-hardest-bar',
        when: 'loggedIn && player.song',
        title: 'Loop the hardest bar',
        keys: ['$mod+shift+l'],
        args: ARGS.rank,
      },
      { ...song, id: 'practice.dismiss-result', title: 'Close results' },
      {
        id: 'practice.set-strictness',
        title: 'Set feedback strictness',
        args: ARGS.preset,
        asks: [{ id: 'preset', title: 'Strictness' }],
      },
      { id: 'practice.calibrate-latency', title: 'Calibrate latency' },
      { ...song, id: 'practice.toggle-ladder', title: 'Toggle speed trainer' },
      {
        ...song,
        id: 'practice.loop-section',
        title: 'Loop a section',
        args: ARGS.section,
        asks: [{ id: 'section', title: 'Section' }],
      },
      { ...song, id: 'practice.where-am-i', title: 'Where am I?' },
      { ...song, id: 'practice.next-section', title: 'Next section' },
      { ...song, id: 'practice.previous-section', title: 'Previous section' },
      {
        ...song,
        id: 'practice.mark-section',
        title: 'Save loop as section',
        args: ARGS.mark,
        asks: [{ id: 'name', title: 'Name' }],
      },
      {
        ...song,
        id: 'practice.remove-section',
        title: 'Remove section',
        args: ARGS.section,
        asks: [{ id: 'section', title: 'Section', onlyAsked: true }],
      },
      {
        ...metronome,
        id: 'practice.toggle-metronome',
        formerly: ['practice.start-metronome', 'metronome.toggle', 'midi-file.toggle-metronome'],
        title: 'Start or stop the metronome',
        keys: ['shift+g', '$mod+alt+m'],
      },
      {
        ...metronome,
        id: 'practice.tap-metronome',
        formerly: ['metronome.tap'],
        title: 'Tap tempo',
        keys: ['$mod+alt+t'],
      },
      {
        ...metronome,
        id: 'practice.metronome-slower',
        formerly: ['metronome.slower'],
        title: 'Metronome: slower',
      },
      {
        ...metronome,
        id: 'practice.metronome-faster',
        formerly: ['metronome.faster'],
        title: 'Metronome: faster',
      },
      {
        ...metronome,
        id: 'practice.set-metronome-meter',
        formerly: ['metronome.set-meter'],
        title: 'Set beats per bar',
        args: ARGS.meter,
        asks: [{ id: 'beats', title: 'Beats' }],
      },
      {
        ...metronome,
        id: 'practice.change-metronome-accent',
        formerly: ['metronome.change-accent'],
        title: 'Change a beat’s accent',
        args: ARGS.accent,
        asks: [{ id: 'beat', title: 'Beat' }],
      },
      {
        ...progress,
        id: 'progress.set-goal',
        title: 'Set a weekly goal',
        args: PROGRESS_ARGS.goal,
        asks: [{ id: 'minutes', title: 'Minutes per week' }],
      },
      { ...progress, id: 'progress.export-csv', title: 'Export progress as CSV', needs: 'screen' },
      { ...progress, id: 'progress.export-json', title: 'Export progress as JSON', needs: 'screen' },
      { ...progress, id: 'progress.clear', title: 'Delete progress', careful: true },
      { ...pro, id: 'recording.toggle', title: 'Start or stop recording', keys: ['$mod+alt+r'] },
      { ...proSong, id: 'recording.overdub', title: 'Record along with the song' },
      { ...pro, id: 'recording.keep-last', title: 'Capture what I just played' },
      { ...recording, id: 'recording.discard', title: 'Discard recording', careful: true },
      {
        ...proSong,
        id: 'recording.choose-try',
        title: 'Use a different take for a bar',
        description: 'From a loop recording',
        args: RECORDING_ARGS.attempt,
        asks: [
          { id: 'bar', title: 'Bar' },
          { id: 'attempt', title: 'Take' },
        ],
      },
      { ...proSong, id: 'recording.trim', title: 'Trim the song to the loop' },
      { ...proSong, id: 'recording.split', title: 'Split the song at the playhead' },
      {
        ...proSong,
        id: 'recording.quantize',
        title: 'Quantize the song',
        args: RECORDING_ARGS.quantize,
        asks: [
          { id: 'grid', title: 'Grid' },
          { id: 'strength', title: 'Strength (%)' },
        ],
      },
      {
        ...training,
        id: 'trainers.start-round',
        title: 'Start the daily round',
        description: 'Five minutes of notes, intervals and reading',
        args: TRAINER_ARGS.start,
        keys: ['$mod+alt+d'],
      },
      {
        ...training,
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
  activateOn: [
    'route:/fretboard',
    'route:/practice',
    `route:${TRAIN}`,
    'route:/metronome',
    'command:practice.*',
    'command:progress.*',
    'command:recording.*',
    'command:trainers.*',
    `event:${SONG_OPENING.id}`,
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
