import type { ArgumentChoice } from '../../../core/commands/command.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { type Args, midiSettings, OCTAVES } from '../settings.js'
import { type GuitarMode, MIDI_INPUTS } from '../tokens.js'

const MODES: Readonly<Record<GuitarMode, string>> = phrases({ auto: 'Automatic', on: 'Yes', off: 'No' })

const moveOctave =
  (octaves: number): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(midiSettings)
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

const input = ({ get }: PluginContext): readonly ArgumentChoice[] =>
  get(MIDI_INPUTS)
    .view.getState()
    .map(({ id, name }) => ({ value: id, label: name }))

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
