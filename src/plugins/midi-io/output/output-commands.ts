import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { NOTICES, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { type Args, midiSettings, OCTAVES, thruSettings } from '../settings.js'
import {
  type GuitarMode,
  type InputPort,
  MIDI_ACCESS,
  MIDI_INPUTS,
  MIDI_OUTPUT,
  NO_OUTPUT,
} from '../tokens.js'
import { PLUGIN_OUTPUTS } from './output-targets.js'

const SENTENCES = phrases({
  nowhere: 'Couldn’t send a test note. Select a connected output first.',
  none: 'None',
  automatic: 'Automatic',
  automaticPort: 'Automatic ({{port}})',
})

const TEST_NOTE = 60
const TEST_NOTE_MS = 600

const thruOf = ({ get }: PluginContext) => get(SETTINGS).store(thruSettings)

const toggled = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter(each => each !== item) : [...list, item]

const settingsOf = ({ get }: PluginContext) => get(SETTINGS).store(midiSettings)

export const outputCommands = {
  'midi-io.select-output': (context, { port }: Args['output']) =>
    settingsOf(context).change({ outputPort: port }),
  'midi-io.set-channel': (context, { channel }: Args['outputChannel']) =>
    settingsOf(context).change({ outputChannel: channel }),
  'midi-io.set-velocity': (context, { velocity }: Args['velocity']) =>
    settingsOf(context).change({ velocity }),
  'midi-io.toggle-thru': context => {
    const thru = thruOf(context)
    thru.change({ on: !thru.getState().on })
  },
  'midi-io.toggle-thru-channel': (context, { channel }: Args['channel']) => {
    const thru = thruOf(context)
    thru.change({ channels: toggled(thru.getState().channels, channel).toSorted((a, b) => a - b) })
  },
  'midi-io.toggle-thru-input': (context, { port }: Args['port']) => {
    const thru = thruOf(context)
    thru.change({ withoutInputs: toggled(thru.getState().withoutInputs, port) })
  },
  'midi-io.play-test-note': ({ get }) => {
    const output = get(MIDI_OUTPUT)
    if (output.port) output.playNote(TEST_NOTE, { duration: TEST_NOTE_MS })
    else get(NOTICES).post({ kind: 'warning', message: SENTENCES.nowhere, source: 'midi-io' })
  },
  'midi-io.send-volume': ({ get }, { value }: Args['value']) => get(MIDI_OUTPUT).volume(value),
  'midi-io.send-modulation': ({ get }, { value }: Args['value']) => get(MIDI_OUTPUT).modulation(value),
  'midi-io.send-pan': ({ get }, { value }: Args['value']) => get(MIDI_OUTPUT).pan(value),
  'midi-io.send-hold': ({ get }, { down }: Args['hold']) => get(MIDI_OUTPUT).hold(down),
  'midi-io.send-bend': ({ get }, { bend }: Args['bend']) => get(MIDI_OUTPUT).pitchBend(bend),
  'midi-io.send-bend-range': ({ get }, { semitones }: Args['bendRange']) =>
    get(MIDI_OUTPUT).pitchBendRange(semitones),
  'midi-io.send-program': ({ get }, { program }: Args['program']) =>
    get(MIDI_OUTPUT).programChange(program - 1),
} satisfies Record<string, CommandHandler>

const asChoice = ({ id, name }: InputPort) => ({ value: id, label: name })

export const outputChoices = {
  'midi-io.select-output': {
    port: ({ get }: PluginContext) => {
      const built = get(PLUGIN_OUTPUTS).getState()
      const standard = built.find(output => output.standard)
      const translator = get(TRANSLATOR)
      const automatic = standard
        ? translator.t('midi-io', SENTENCES.automaticPort, { port: translator.t(standard.id, standard.name) })
        : translator.t('midi-io', SENTENCES.automatic)
      return [
        ...get(MIDI_ACCESS).view.getState().outputs.map(asChoice),
        ...built.map(({ id, name }) => ({ value: id, label: translator.t(id, name) })),
        { value: NO_OUTPUT, label: translator.t('midi-io', SENTENCES.none) },
        { value: '', label: automatic },
      ]
    },
  },
  'midi-io.toggle-thru-input': {
    port: ({ get }: PluginContext) => get(MIDI_ACCESS).view.getState().inputs.map(asChoice),
  },
}

const MODES: Readonly<Record<GuitarMode, string>> = phrases({ auto: 'Automatic', on: 'Yes', off: 'No' })

const moveOctave =
  (octaves: number): CommandHandler =>
  context => {
    const settings = settingsOf(context)
    const moved = settings.getState().midiOctaveOffset + octaves
    settings.change({ midiOctaveOffset: Math.max(-OCTAVES, Math.min(OCTAVES, moved)) })
  }

export const inputCommands: Readonly<Record<string, CommandHandler>> = {
  'midi-io.raise-octave': moveOctave(1),
  'midi-io.lower-octave': moveOctave(-1),
  'midi-io.toggle-input': ({ get }, { input }: Args['input']) => {
    const inputs = get(MIDI_INPUTS)
    const enabled = inputs.view.getState().find(({ id }) => id === input)?.enabled ?? false
    inputs.setUp(input, { enabled: !enabled })
  },
  'midi-io.set-guitar': ({ get }, { input, guitar }: Args['guitar']) =>
    get(MIDI_INPUTS).setUp(input, { guitar }),
  'midi-io.set-guitar-channel': ({ get }, { input, channel }: Args['guitarChannel']) =>
    get(MIDI_INPUTS).setUp(input, { firstChannel: channel }),
  'midi-io.reverse-guitar': ({ get }, { input }: Args['input']) => {
    const inputs = get(MIDI_INPUTS)
    const reversed = inputs.view.getState().find(({ id }) => id === input)?.guitar.reversed ?? false
    inputs.setUp(input, { reversed: !reversed })
  },
  'midi-io.set-bend-range': ({ get }, { input, semitones }: Args['inputBendRange']) =>
    get(MIDI_INPUTS).setUp(input, { bendRange: semitones }),
}

const input = ({ get }: PluginContext) => get(MIDI_INPUTS).view.getState().map(asChoice)

export const inputChoices = {
  'midi-io.toggle-input': { input },
  'midi-io.set-guitar': {
    input,
    guitar: () => Object.entries(MODES).map(([value, label]) => ({ value, label })),
  },
  'midi-io.set-guitar-channel': { input },
  'midi-io.reverse-guitar': { input },
  'midi-io.set-bend-range': { input },
}
