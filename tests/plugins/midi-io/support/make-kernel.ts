/** Kernel with the midi-io plugin and a fake page, by default with a guitar and a synthesizer connected. */
import type { AnyToken } from '../../../../src/core/kernel/plugin.js'
import { SETTINGS } from '../../../../src/core/kernel/tokens.js'
import type { FakeOptions } from '../../../../src/core/testing/fake-web-midi.js'
import type { MidiEvent } from '../../../../src/music/midi/midi-event.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { midiSettings } from '../../../../src/plugins/midi-io/settings.js'
import {
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_INPUT,
  MIDI_LOG,
  MIDI_OUTPUT,
} from '../../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'

type Opened = NonNullable<Parameters<typeof openKernel>[0]>

export interface KernelSetting extends FakeOptions, Pick<Opened, 'transport'> {
  readonly stored?: Record<string, string>
  /** Fake services that replace those of other plugins. */
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
}

export const GK3 = { id: 'gk3', name: 'GK-3 Guitar', manufacturer: 'Roland' }
export const SYNTH = { id: 'synth', name: 'FluidSynth', manufacturer: 'Linux' }

/** Stored settings that select the synthesizer as output. */
export const TO_SYNTH = { fretworkMidi: JSON.stringify({ version: '1', outputPort: 'synth' }) }
export const THRU = { ...TO_SYNTH, fretworkMidiThru: JSON.stringify({ version: '1', on: true }) }

export async function makeKernel({ stored, overrides, transport, ...fake }: KernelSetting = {}) {
  const opened = await openKernel({
    plugins: [midiIo],
    ...{ stored, overrides, ...(transport && { transport }) },
    midi: { permission: 'granted', inputs: [GK3], outputs: [SYNTH], ...fake },
    activate: ['midi-io'],
  })
  const { kernel, midi, platform, run } = opened
  const heard: MidiEvent[] = []
  const listening = kernel.events.on(MIDI_EVENT, event => heard.push(event))
  return {
    ...opened,
    ...{ heard, listening, files: platform.page, input: kernel.get(MIDI_INPUT) },
    output: kernel.get(MIDI_OUTPUT),
    log: kernel.get(MIDI_LOG),
    access: kernel.get(MIDI_ACCESS),
    settings: kernel.get(SETTINGS).store(midiSettings),
    run: (id: string, args?: object) => run(`midi-io.${id}`, args),
    bytes: (portId = 'synth') => midi.heard(portId).map(message => message.bytes),
  }
}
