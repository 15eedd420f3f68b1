/** Kernel with MIDI and the built-in sound, using a fake page, fake devices and a fake synthesizer. */
import { expect, vi } from 'vitest'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import sound from '../../../src/plugins/sound/index.js'
import { soundSettings } from '../../../src/plugins/sound/settings.js'
import { AUDIO_PAGE } from '../../../src/plugins/sound/song-audio.js'
import type { SoundPage, SynthOptions } from '../../../src/plugins/sound/synth.js'
import { SOUND, SOUND_PAGE, SOUND_PORT } from '../../../src/plugins/sound/synth.js'
import soundBanks from '../../../src/plugins/sound-banks/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { SONG_PLUGINS } from '../player/songs.js'
import { fakeLiveSynth } from './recording-synth.js'

export interface SoundSetting {
  /** Whether the user has interacted with the page. */
  readonly touched?: boolean
  /** Whether to start without requesting or loading the sound. */
  readonly standby?: boolean
  /** ID of the selected output; empty if none has been chosen yet. */
  readonly output?: string
  readonly stored?: Partial<Record<keyof typeof soundSettings.defaults, unknown>>
  /** Replacement for loading the synthesizer. */
  readonly loading?: () => Promise<void>
  /** Replacement for loading the page. */
  readonly finding?: () => Promise<void>
  readonly connected?: boolean
  /** Opens a song and replaces the measurement of its level. */
  readonly level?: () => Promise<number>
}

export async function makeSound(setting: SoundSetting = {}) {
  const { output = SOUND_PORT, stored = {}, loading, level } = setting
  let { touched = true } = setting
  const platform = memoryPlatform({
    stored: {
      fretworkMidi: JSON.stringify({ version: '1', outputPort: output }),
      fretworkSound: JSON.stringify({ version: '1', ...stored }),
    },
  })
  platform.connected = setting.connected ?? true
  const synth = fakeLiveSynth(() => opened.clock.now())
  const touches = new Set<() => void>()
  let loads = 0
  let created: SynthOptions | undefined
  const page: SoundPage = {
    touched: () => touched,
    prepare: async () => undefined,
    canChooseDevice: () => true,
    devices: async () => [{ value: 'usb', label: 'USB interface' }],
    onDevices: () => ({ dispose: () => undefined }),
    onTouch(run) {
      touches.add(run)
      return { dispose: () => void touches.delete(run) }
    },
    async createSynth(options) {
      loads += 1
      created = options
      await loading?.()
      return synth
    },
  }
  const opened = await openKernel({
    plugins: [midiIo, ...(level ? SONG_PLUGINS : []), sound, soundBanks],
    platform,
    midi: {
      permission: 'granted',
      inputs: [{ id: 'guitar', name: 'GK-3' }],
      outputs: [{ id: 'synth', name: 'FluidSynth' }],
    },
    overrides: [
      [SOUND_PAGE, () => Promise.resolve(setting.finding?.()).then(() => page)],
      [AUDIO_PAGE, async () => ({ level })],
    ],
    activate: ['sound', 'sound-banks', ...(level ? ['player'] : [])],
    route: '/fretboard',
  })
  const { kernel, notices } = opened
  const { view } = kernel.get(SOUND)
  const status = () => view.getState().status
  const isOutput = () => view.getState().output?.id === SOUND_PORT
  const touch = () => {
    touched = true
    for (const run of [...touches]) run()
  }
  if (touched && !setting.standby && status() !== 'off') {
    await vi.waitFor(() => expect(touches.size > 0 || status() !== 'off').toBe(true))
    if (touches.size > 0) touch()
  }
  return {
    ...opened,
    ...{ synth, view, status, isOutput, touch },
    input: kernel.get(MIDI_INPUT),
    output: kernel.get(MIDI_OUTPUT),
    settings: kernel.get(SETTINGS).store(soundSettings),
    loads: () => loads,
    /** Receives the synthesizer’s reports. */
    reports: () => created,
    waiting: () => touches.size,
    until: (wanted: ReturnType<typeof status>) => vi.waitFor(() => expect(status()).toBe(wanted)),
    codes: () => notices.map(({ code }) => code),
  }
}
