/** Kernel with the fretboard plugin and MIDI ports that only record calls. */
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { createStore, disposable } from '../../../src/core/platform/store.js'
import type { MidiEvent } from '../../../src/music/midi/midi-event.js'
import { parseMidiMessage } from '../../../src/music/midi/midi-message.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import { fretboardSettings } from '../../../src/plugins/fretboard/settings.js'
import {
  MIDI_BENDS,
  MIDI_EVENT,
  MIDI_INPUT,
  MIDI_OUTPUT,
  NECK_TUNING,
  type NeckTuning,
} from '../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import { noteOff, noteOn } from './events.js'

/** Stored fretboard settings. */
export const keptSettings = (settings: object) => ({
  fretworkFretboard: JSON.stringify({ version: '1', ...settings }),
})

/** Starts a kernel with the plugin active. As with the real input, notes played on the neck are emitted. */
export async function fretboardKernel(
  stored: Record<string, string> = {},
  more: readonly PluginManifest[] = [],
) {
  const sent: number[] = []
  const listeners = new Set<(event: MidiEvent) => void>()
  /** Receives an event from a device. */
  const hear = (event: MidiEvent) => {
    for (const listener of listeners) listener(event)
    kernel.events.emit(MIDI_EVENT, event)
  }
  const input = {
    receive: (bytes: ArrayLike<number>, { portId, string }: { portId: string; string?: number }) => {
      const message = parseMidiMessage(bytes)
      if (message?.type === 'note-on') hear(noteOn(message.note, { portId, string }))
      if (message?.type === 'note-off') hear(noteOff(message.note, { portId, string }))
    },
    onEvent(listener: (event: MidiEvent) => void) {
      listeners.add(listener)
      return disposable(() => listeners.delete(listener))
    },
  }
  const { kernel, notices, run } = await openKernel({
    plugins: [fretboard, ...more],
    overrides: [
      [MIDI_INPUT, input],
      [MIDI_BENDS, { bendOf: () => 0, rangeOf: () => 2 }],
      [NECK_TUNING, createStore<NeckTuning | undefined>(undefined)],
      [MIDI_OUTPUT, { playNote: (note: number) => void sent.push(note) }],
    ],
    stored,
    route: '/fretboard',
    activate: ['fretboard'],
  })
  return {
    ...{ kernel, notices, sent, hear, settings: kernel.settings.store(fretboardSettings) },
    run: (command: string, args?: object) => run(`fretboard.${command}`, args),
  }
}
