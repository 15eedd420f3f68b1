import { publishCondition } from '../../core/commands/command-registry.js'
import { optionHandlers } from '../../core/commands/option.js'
import { SHOW_DRAWER } from '../../core/events/app-events.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provide,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, EVENTS, PAGE, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { SETTINGS_CHANGED } from '../../core/settings/settings.js'
import { isNoteOn } from '../../music/midi/midi-message.js'
import {
  AUDIO_PORT,
  BEND_RANGE_CHANGED,
  type InputPort,
  KEYBOARD_PORT,
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_OUTPUTS,
  MIDI_PANIC,
  MIDI_SENT,
  NECK_PORT,
  PAGE_HIDDEN,
  SONG_PORT,
} from '../midi-io/tokens.js'
import { SONG_PANEL } from '../player/tokens.js'
import { DEFAULT_DEVICE, SOUND_SWITCHES, type SoundSettings, soundSettings } from './settings.js'
import { AUDIO_PAGE, songRenderer } from './song-audio.js'
import { SoundBanks } from './sound-banks.js'
import { SoundEngine } from './sound-engine.js'
import { SOUND, SOUND_PAGE, SOUND_PORT } from './synth.js'
import { SONG_RENDERER, SOUND_BANKS, SOUND_SILENCED } from './tokens.js'

const VOLUME_STEP = 0.1
const DRAWER = 'sound.sound'

const settingsOf = ({ get }: Pick<PluginContext, 'get'>) => get(SETTINGS).store(soundSettings)

const moveVolume =
  (step: number): CommandHandler =>
  context => {
    const settings = settingsOf(context)
    const moved = Math.round((settings.getState().volume + step) * 100) / 100
    settings.change({ volume: Math.min(1, Math.max(0, moved)) })
  }

const change = (context: PluginContext, changed: Partial<SoundSettings>) =>
  settingsOf(context).change(changed)

export default defineRuntime({
  providers: [
    provideFactory(
      SOUND_PAGE,
      () => async () => (await inPage(() => import('./ui/sound-page.js')))?.browserSoundPage(),
    ),
    provide(SOUND_BANKS, SoundBanks),
    provideFactory(SOUND_SILENCED, () => createStore(false)),
    provideFactory(SOUND, context => {
      const engine = new SoundEngine(context)
      listen(context, engine)
      publishCondition(
        context,
        'sound.devices',
        engine.view,
        ({ canChooseDevice = false }) => canChooseDevice,
      )
      return engine
    }),
    provideFactory(
      AUDIO_PAGE,
      () => async () => (await inPage(() => import('./ui/audio-page.js')))?.browserAudioPage(),
    ),
    provideFactory(SONG_RENDERER, songRenderer),
  ],
  commands: {
    'sound.show-settings': ({ get }) => get(EVENTS).emit(SHOW_DRAWER, { drawer: DRAWER }),
    'sound.use': ({ get }) => get(COMMANDS).attempt('midi-io.select-output', { port: SOUND_PORT }),
    ...optionHandlers(
      SOUND_SWITCHES,
      (context: PluginContext, name) => settingsOf(context).getState()[name as keyof typeof SOUND_SWITCHES],
      (context, name, value) => change(context, { [name]: value }),
    ),
    'sound.raise-volume': moveVolume(VOLUME_STEP),
    'sound.lower-volume': moveVolume(-VOLUME_STEP),
    'sound.set-volume': change,
    'sound.choose-instrument': change,
    'sound.choose-device': change,
  },
  choices: {
    'sound.choose-instrument': {
      instrument: ({ get }) =>
        get(SOUND_BANKS)
          .choices((source, message, values) => get(TRANSLATOR).t(source, message, values))
          .flatMap(({ items }) => items),
    },
    'sound.choose-device': {
      device: async ({ get }) => [
        { value: '', label: get(TRANSLATOR).t('sound', DEFAULT_DEVICE) },
        ...((await (await get(SOUND_PAGE)())?.devices()) ?? []),
      ],
    },
  },
  screens: {
    SoundDrawer: () => import('./ui/sound-drawer.js'),
    LoadingInstruments: () => import('./ui/loading-instruments.js'),
    VolumeControl: () => import('./ui/volume-control.js'),
  },
  activate: ({ get, find, extend }) => {
    // On the command line, only the renderer is used.
    if (!find(PAGE)) return
    extend(SONG_PANEL, { id: 'sound.volume', slot: 'transport', plugin: 'sound', screen: 'VolumeControl' })
    extend(SONG_PANEL, { id: 'sound.loading', slot: 'dock', plugin: 'sound', screen: 'LoadingInstruments' })
    get(SOUND)
  },
})

function listen(context: PluginContext, engine: SoundEngine): void {
  const { get, scope, extend } = context
  const events = get(EVENTS)
  const settings = settingsOf(context)
  extend(MIDI_OUTPUTS, {
    id: SOUND_PORT,
    name: 'Built-in sound',
    manufacturer: 'Fretwork',
    standard: true,
    get device() {
      return settings.getState().device || undefined
    },
    prepare: () => engine.prepare(),
    send: (bytes, atMs, techniques) => engine.play('out', SOUND_PORT, bytes, atMs, { techniques }),
  })
  /** Unlike real instruments, the neck and the computer keyboard make no sound themselves. */
  const isHeard = (input: string) =>
    settings.getState().hearInput || (engine.isOutput && (input === NECK_PORT || input === KEYBOARD_PORT))
  // Notes from inaudible inputs are ignored, but their pedals, bends and volumes are tracked.
  scope.add(
    events.on(MIDI_SENT, ({ portId, bytes, at, techniques }) => {
      if (portId === SOUND_PORT || (isNoteOn(bytes) && !settings.getState().besideOutput)) return
      engine.play('out', portId, bytes, at, { techniques })
    }),
  )
  scope.add(
    events.on(MIDI_EVENT, event => {
      const { portId, raw, at } = event
      // Song notes shown on the neck also arrive as input, but only the song's output is played. A guitar sounds
      // without help, and the microphone would hear its notes again.
      if (portId === SONG_PORT || portId === AUDIO_PORT || (isNoteOn(raw) && !isHeard(portId))) return
      engine.play('in', portId, raw, at, event.kind === 'note' ? { string: event.string } : {})
    }),
  )
  scope.add(events.on(BEND_RANGE_CHANGED, port => engine.ports.refreshBend(port, get(CLOCK).now())))
  scope.add(events.on(MIDI_PANIC, () => engine.panic()))
  scope.add(events.on(PAGE_HIDDEN, () => engine.cut()))
  // A disconnected port sends no note-offs, and another device may reuse its ID.
  scope.onDispose(
    get(MIDI_ACCESS).view.subscribe((now, before) => {
      for (const id of gone(before.outputs, now.outputs)) engine.ports.forget('out', id, get(CLOCK).now())
      for (const id of gone(before.inputs, now.inputs)) engine.ports.forget('in', id, get(CLOCK).now())
      if (now.outputs !== before.outputs) engine.follow()
    }),
  )
  scope.add(
    events.on(SETTINGS_CHANGED, ({ section }) => {
      if (section === 'Midi') engine.follow(true)
    }),
  )
  engine.follow()
}

function gone(before: readonly InputPort[], now: readonly InputPort[]): string[] {
  return before.map(({ id }) => id).filter(id => !now.some(port => port.id === id))
}
