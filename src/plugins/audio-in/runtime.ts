import { publishCondition } from '../../core/commands/command-registry.js'
import { GO_TO } from '../../core/events/app-events.js'
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { CLOCK, EVENTS, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { SONG_PANEL } from '../player/tokens.js'
import { AudioGuitar } from './audio-guitar.js'
import { CAPTURE_PAGE } from './capture.js'
import { type AudioInputSettings, audioInputSettings, channelNumbers, DEFAULT_INPUT } from './settings.js'
import { AUDIO_INPUT } from './tokens.js'
import { openTuner, TUNER, type TunerSession } from './tuner-session.js'

const change: CommandHandler = ({ get }, changed: Partial<AudioInputSettings>) =>
  get(SETTINGS).store(audioInputSettings).change(changed)

export default defineRuntime({
  providers: [
    provideFactory(
      CAPTURE_PAGE,
      ({ get }) =>
        async () =>
          (await inPage(() => import('./ui/capture-page.js')))?.browserCapturePage(() => get(CLOCK).now()),
    ),
    provideFactory(TUNER, context => {
      let tuner: Promise<TunerSession> | undefined
      return () => {
        tuner ??= openTuner(context).catch(thrown => {
          tuner = undefined
          throw thrown
        })
        return tuner
      }
    }),
    provideFactory(AUDIO_INPUT, context => {
      const input = new AudioGuitar(context)
      publishCondition(context, 'audio-in.on', input.view, ({ status }) => status !== 'off')
      return input
    }),
  ],
  commands: {
    'audio-in.toggle': ({ get }) => {
      const input = get(AUDIO_INPUT)
      const { status } = input.view.getState()
      if (status === 'off' || status === 'failed') return input.start()
      input.stop()
    },
    'audio-in.open-tuner': ({ get }) => get(EVENTS).emit(GO_TO, { path: '/tuner' }),
    'audio-in.choose-device': change,
    'audio-in.choose-channel': change,
  },
  choices: {
    'audio-in.choose-device': {
      device: ({ get }) => [
        { value: '', label: get(TRANSLATOR).t('audio-in', DEFAULT_INPUT) },
        ...get(AUDIO_INPUT)
          .view.getState()
          .devices.map(({ id, label }) => ({ value: id, label })),
      ],
    },
    'audio-in.choose-channel': {
      channel: ({ get }) =>
        channelNumbers(get(AUDIO_INPUT).view.getState().channels).map(value => ({
          value,
          label: String(value),
        })),
    },
  },
  screens: {
    AudioInputDrawer: () => import('./ui/audio-input-drawer.js'),
    TunerPage: () => import('./ui/tuner/tuner-page.js'),
    TunerButton: () => import('./ui/tuner/tuner-button.js'),
  },
  activate: ({ extend }) => {
    extend(SONG_PANEL, { id: 'audio-in.tuner', slot: 'tools', plugin: 'audio-in', screen: 'TunerButton' })
  },
})
