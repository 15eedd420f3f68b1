/** Kernel with MIDI and a guitar by audio, using a fake browser. */
import { expect, vi } from 'vitest'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import {
  CAPTURE_PAGE,
  type CaptureListener,
  type CaptureOptions,
  type CapturePage,
  type CaptureReport,
  type InputFacts,
} from '../../../src/plugins/audio-in/capture.js'
import audioIn from '../../../src/plugins/audio-in/index.js'
import { audioInputSettings } from '../../../src/plugins/audio-in/settings.js'
import { AUDIO_INPUT, type AudioInputStatus } from '../../../src/plugins/audio-in/tokens.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_EVENT, NECK_TUNING, VIRTUAL_INPUTS } from '../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../support/open-kernel.js'

export const BUILT_IN_MIC = { id: 'mic', label: 'Built-in microphone' }
export const INTERFACE = { id: 'usb', label: 'USB interface' }

interface Opened {
  readonly options: CaptureOptions
  readonly listener: CaptureListener
  readonly changes: Parameters<import('../../../src/plugins/audio-in/capture.js').Capture['change']>[0][]
  facts: InputFacts
  problem: 'audio_waits' | 'audio_muted' | undefined
  ended: boolean
}

export interface AudioSetting {
  readonly stored?: Partial<typeof audioInputSettings.defaults>
  readonly facts?: Partial<InputFacts>
  /** Whether the host is a browser with microphones. */
  readonly page?: boolean
  /** Plugins in addition to MIDI and audio input. */
  readonly more?: readonly PluginManifest[]
}

export async function makeAudio({ stored, facts, page: hasPage = true, more = [] }: AudioSetting = {}) {
  const opened: Opened[] = []
  const touches = new Set<() => void>()
  const plugs = new Set<() => void>()
  const browser = {
    devices: [BUILT_IN_MIC, INTERFACE],
    isBlocked: false,
    /** Thrown by the next attempt to open an input. */
    error: undefined as unknown,
    /** Whether audio needs a gesture. */
    isSuspended: false,
    answer: undefined as Promise<void> | undefined,
  }
  const register = (set: Set<() => void>) => (run: () => void) => {
    set.add(run)
    return { dispose: () => void set.delete(run) }
  }
  const page: CapturePage = {
    devices: async () => browser.devices,
    onDevices: register(plugs),
    onTouch: register(touches),
    isBlocked: async () => browser.isBlocked,
    async open(options, listener) {
      await browser.answer
      if (browser.error !== undefined) throw browser.error
      const device = browser.devices.find(({ id }) => id === (options.device || 'mic'))
      if (!device) throw new DOMException('', options.device ? 'OverconstrainedError' : 'NotFoundError')
      const capture: Opened = {
        ...{ options, listener, changes: [], ended: false },
        facts: { device, sampleRate: 48_000, latencyMs: 10, isProcessed: false, ...facts },
        problem: browser.isSuspended ? 'audio_waits' : undefined,
      }
      opened.push(capture)
      return {
        facts: () => capture.facts,
        get problem() {
          return capture.problem
        },
        resume() {
          capture.problem = undefined
          listener.onChange()
        },
        change: changed => void capture.changes.push(changed),
        dispose() {
          capture.ended = true
        },
      }
    },
  }
  const made = await openKernel({
    plugins: [midiIo, audioIn, ...more],
    midi: { permission: 'granted' },
    overrides: [[CAPTURE_PAGE, async () => (hasPage ? page : undefined)]],
    activate: ['midi-io', 'audio-in', ...more.map(({ id }) => id)],
    route: '/fretboard',
    ...(stored && {
      stored: {
        fretworkAudioInput: JSON.stringify({ version: '1', ...audioInputSettings.defaults, ...stored }),
      },
    }),
  })
  const { kernel, run, notices } = made
  const input = kernel.get(AUDIO_INPUT)
  const events: { raw: readonly number[]; at: number; string: number | undefined }[] = []
  kernel.events.on(MIDI_EVENT, event => {
    const string = event.kind === 'note' ? event.string : undefined
    events.push({ raw: [...event.raw], at: event.at, string })
  })
  const last = () => {
    const capture = opened.at(-1)
    if (!capture) throw new Error('No input was opened.')
    return capture
  }
  return {
    ...made,
    ...{ browser, opened, input, events, last },
    neck: kernel.get(NECK_TUNING),
    settings: kernel.get(SETTINGS).store(audioInputSettings),
    view: () => input.view.getState(),
    ports: () => kernel.get(VIRTUAL_INPUTS).view.getState(),
    toggle: () => run('audio-in.toggle'),
    touch: () => {
      for (const each of [...touches]) each()
    },
    plug(devices: typeof browser.devices) {
      browser.devices = devices
      for (const each of [...plugs]) each()
    },
    report: (report: Partial<CaptureReport>) =>
      last().listener.onReport({ heard: [], peak: 0.1, channels: 1, ...report }),
    until: (status: AudioInputStatus) => vi.waitFor(() => expect(input.view.getState().status).toBe(status)),
    codes: () => notices.map(({ code }) => code),
    watchers: () => touches.size + plugs.size,
  }
}
