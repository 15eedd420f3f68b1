import { onSessionEnd } from '../../core/auth/session.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import { PLAYBACK_SETTINGS, SONG_PANEL, SONG_PLAYING } from '../player/tokens.js'
import { PRACTICE_COMMANDS, transpositionChoices } from './commands.js'
import { followKey } from './follow-key.js'
import { createFollower } from './following/live.js'
import { alignWhole } from './following/whole.js'
import { calibrateLatency } from './judging/calibrate-latency.js'
import { runExpectedNotes } from './judging/expected-notes.js'
import { JUDGING_COMMANDS } from './judging/judging-commands.js'
import { provideJudging, runJudging } from './judging/run-judging.js'
import { PROGRESS_COMMANDS, runProgress } from './progress/run-progress.js'
import { RECORDER } from './recording/recorder.js'
import { provideRecorder, RECORDING_COMMANDS, runRecording } from './recording/run-recording.js'
import { judgingSettings, playingSettings } from './settings.js'
import { DRILLS, FOLLOWING, JUDGING, METRONOME, SECTIONS } from './tokens.js'
import { METRONOME_COMMANDS, provideMetronome } from './tools/metronome.js'
import { LADDER_COMMANDS, provideDrills, runLadder } from './tools/run-ladder.js'
import { provideSections, runSections, SECTION_CHOICES, SECTION_COMMANDS } from './tools/run-sections.js'
import { provideTrainer, TRAINER, TRAINER_CHOICES, TRAINER_COMMANDS } from './trainers/run-trainers.js'

export default defineRuntime({
  providers: [
    provideFactory(FOLLOWING, () => ({ alignWhole, createFollower })),
    provideFactory(SECTIONS, provideSections),
    provideFactory(JUDGING, provideJudging),
    provideFactory(DRILLS, provideDrills),
    provideFactory(METRONOME, provideMetronome),
    provideFactory(RECORDER, provideRecorder),
    provideFactory(TRAINER, provideTrainer),
  ],
  commands: {
    ...PRACTICE_COMMANDS,
    ...JUDGING_COMMANDS,
    ...LADDER_COMMANDS,
    ...SECTION_COMMANDS,
    ...METRONOME_COMMANDS,
    ...PROGRESS_COMMANDS,
    ...RECORDING_COMMANDS,
    ...TRAINER_COMMANDS,
    'practice.calibrate-latency': calibrateLatency,
  },
  choices: {
    ...SECTION_CHOICES,
    ...TRAINER_CHOICES,
    'practice.transpose-by': { semitones: transpositionChoices },
  },
  screens: {
    LoopLane: () => import('./ui/loop-lane.js'),
    PracticeTools: () => import('./ui/practice-tools.js'),
    Hints: () => import('./ui/hints.js'),
    MetronomeDock: () => import('./ui/metronome/metronome-dock.js'),
    MetronomePage: () => import('./ui/metronome/metronome-page.js'),
    PracticePage: () => import('./ui/practice-page.js'),
    RecordTool: () => import('./ui/record-tool.js'),
    RecordButton: async () => ({ default: (await import('./ui/record-tool.js')).RecordButton }),
    RecordDock: async () => ({ default: (await import('./ui/record-tool.js')).RecordDock }),
    TakeResult: () => import('./ui/judging/take-result.js'),
    TrainPage: () => import('./ui/trainers/train-page.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    extend(SONG_PANEL, { id: 'practice.loop', slot: 'timeline', plugin: 'practice', screen: 'LoopLane' })
    extend(SONG_PANEL, { id: 'practice.tools', slot: 'tools', plugin: 'practice', screen: 'PracticeTools' })
    extend(SONG_PANEL, { id: 'practice.hints', slot: 'dock', plugin: 'practice', screen: 'Hints' })
    extend(SONG_PANEL, { id: 'practice.result', slot: 'top', plugin: 'practice', screen: 'TakeResult' })
    extend(SONG_PANEL, { id: 'recording.tool', slot: 'transport', plugin: 'practice', screen: 'RecordTool' })
    extend(SONG_PANEL, { id: 'recording.button', slot: 'empty', plugin: 'practice', screen: 'RecordButton' })
    const settings = get(SETTINGS).store(playingSettings)
    const { options } = get(PLAYBACK_SETTINGS)
    const before = options.getState()
    const judged = get(SETTINGS).store(judgingSettings)
    const apply = () => {
      const { metronome, countIn, comingNotes, comingMs, follow } = settings.getState()
      const upcomingMs = comingNotes ? comingMs : 0
      options.setState({
        metronome,
        countIn,
        upcomingMs,
        followFrets: follow,
        chord: judged.getState().chord,
      })
    }
    apply()
    scope.onDispose(settings.subscribe(apply))
    scope.onDispose(judged.subscribe(apply))
    scope.onDispose(() => options.setState(before))
    followKey(context)
    runJudging(context)
    runExpectedNotes(context)
    runLadder(context)
    runSections(context)
    runProgress(context)
    runRecording(context)
    publishCondition(context, 'practice.metronome', get(METRONOME).view, ({ running }) => running)
    scope.add(onSessionEnd(get(AUTH).state, () => get(METRONOME).stop()))
    // Don't mix the metronome with the song's own clicks.
    scope.add(get(EVENTS).on(SONG_PLAYING, playing => playing && get(METRONOME).stop()))
  },
})
