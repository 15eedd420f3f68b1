import { onSessionEnd } from '../../core/auth/session.js'
import { defineRuntime, provideFactory } from '../../core/kernel/manifest/plugin.js'
import { AUTH, CLOCK, EVENTS } from '../../core/kernel/services/tokens.js'
import { KEYBOARD_PORT, MIDI_ACCESS, NECK_PORT } from '../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_PANEL, SONG_SESSION } from '../player/tokens.js'
import { RECORDER } from './internal-tokens.js'
import { createRecorder } from './recorder.js'
import { endTake, keepDrafts, RECORDING_COMMANDS } from './recording-commands.js'

const OWN_PORTS: Readonly<Record<string, string>> = { [NECK_PORT]: 'Neck', [KEYBOARD_PORT]: 'Keyboard' }

export default defineRuntime({
  providers: [
    provideFactory(RECORDER, context => {
      const { get, find, log } = context
      const inputs = () => find(MIDI_ACCESS)?.view.getState().inputs ?? []
      return createRecorder({
        clock: get(CLOCK),
        events: get(EVENTS),
        session: get(SONG_SESSION),
        playback: get(PLAYBACK_SETTINGS),
        connected: () => inputs().map(({ id }) => id),
        portName: portId => inputs().find(({ id }) => id === portId)?.name ?? OWN_PORTS[portId] ?? portId,
        onEnd: why =>
          void endTake(context, why).catch(thrown => log.error('The take could not be kept', thrown)),
      })
    }),
  ],
  commands: RECORDING_COMMANDS,
  screens: {
    RecordTool: () => import('./ui/record-tool.js'),
    RecordButton: () => import('./ui/record-button.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    const recorder = get(RECORDER)
    extend(SONG_PANEL, { id: 'recording.tool', slot: 'transport', plugin: 'recording', screen: 'RecordTool' })
    extend(SONG_PANEL, { id: 'recording.button', slot: 'empty', plugin: 'recording', screen: 'RecordButton' })
    scope.add(onSessionEnd(get(AUTH).state, () => recorder.forget()))
    keepDrafts(context)
  },
})
