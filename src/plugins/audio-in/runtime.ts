import { publishCondition } from '../../core/commands/command-registry.js'
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { AudioGuitar } from './audio-guitar.js'
import { CAPTURE_PAGE } from './capture.js'
import { type AudioInputSettings, audioInputSettings, channelNumbers, DEFAULT_INPUT } from './settings.js'
import { AUDIO_INPUT } from './tokens.js'

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
  screens: { AudioInputDrawer: () => import('./ui/audio-input-drawer.js') },
})
