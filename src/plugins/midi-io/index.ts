/** MIDI devices: everything that plays comes in here, everything that is sent goes out here. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import {
  COMPUTER_KEYBOARD,
  INPUT_PORTS,
  LOG_FILTER,
  PLUGIN_OUTPUTS,
  SESSION_GATE,
} from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { ARGS, deviceSettings, midiSettings, thruSettings } from './settings.js'
import {
  MIDI_ACCESS,
  MIDI_BENDS,
  MIDI_FILTERS,
  MIDI_INPUT,
  MIDI_INPUTS,
  MIDI_LOG,
  MIDI_OUTPUT,
  MIDI_OUTPUTS,
  MIDI_PAGE,
  MIDI_SOURCES,
  NECK_TUNING,
  VIRTUAL_INPUTS,
} from './tokens.js'

/** For what is shown on the fretboard page only. */
const onFretboard = { needs: 'screen', when: "route == '/fretboard'" } as const
/** A pedal or a knob sends faster than one command after the other. */
const sent = { busy: 'parallel' } as const

/** What several commands ask for. */
const INPUT = { id: 'input', title: 'Input' }
const CHANNEL = { id: 'channel', title: 'Channel', onlyAsked: true }

export default definePlugin({
  id: 'midi-io',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'MIDI devices',
  description: 'Receives what MIDI devices play, and sends notes and controllers to them.',
  runsIn: ['browser', 'node'],
  permissions: ['account'],
  provides: [
    MIDI_PAGE,
    MIDI_ACCESS,
    MIDI_INPUT,
    MIDI_INPUTS,
    MIDI_BENDS,
    MIDI_LOG,
    MIDI_OUTPUT,
    NECK_TUNING,
    VIRTUAL_INPUTS,
    SESSION_GATE,
    LOG_FILTER,
    INPUT_PORTS,
    COMPUTER_KEYBOARD,
    PLUGIN_OUTPUTS,
  ],
  extensionPoints: [MIDI_SOURCES, MIDI_FILTERS, MIDI_OUTPUTS],
  contributes: {
    settings: [midiSettings, deviceSettings, thruSettings],
    drawers: [
      {
        id: 'midi-io.devices',
        side: 'right',
        on: '/fretboard',
        title: 'Device status',
        screen: 'DeviceStatus',
        order: 10,
      },
      {
        id: 'midi-io.settings',
        side: 'right',
        on: '/fretboard',
        title: 'MIDI settings',
        screen: 'MidiSettings',
        order: 20,
      },
      // Below the drawers of other plugins: it is for those who look into what happened.
      {
        ...{ id: 'midi-io.log', side: 'right', on: '/fretboard' },
        ...{ title: 'MIDI log', screen: 'MidiLog', order: 90 },
      },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'midi-io.panic',
        title: 'Panic: silence every output',
        keys: ['$mod+.'],
        busy: 'parallel',
      },
      { ...onFretboard, id: 'midi-io.show-devices', title: 'Show the device status' },
      { id: 'midi-io.clear-log', title: 'Clear the MIDI log', keys: ['shift+x'] },
      { id: 'midi-io.pause-log', title: 'Pause the MIDI log' },
      { id: 'midi-io.export-log', title: 'Export the MIDI log' },
      { id: 'midi-io.export-log-as-midi', title: 'Export the MIDI log as a MIDI file' },
      { id: 'midi-io.copy-line', title: 'Copy the newest line of the MIDI log', args: ARGS.line },
      {
        ...onFretboard,
        id: 'midi-io.filter-log',
        title: 'Filter the MIDI log',
        keys: ['shift+v'],
        args: ARGS.text,
        asks: [{ id: 'text', title: 'Port, channel, note or kind: GK-3, ch1, Eb4, cc7' }],
      },
      {
        ...onFretboard,
        id: 'midi-io.filter-log-by-port',
        title: 'Filter the MIDI log by port',
        args: ARGS.port,
        asks: [{ id: 'port', title: 'Port', onlyAsked: true }],
      },
      {
        ...onFretboard,
        id: 'midi-io.filter-log-by-channel',
        title: 'Filter the MIDI log by channel',
        args: ARGS.channel,
        asks: [CHANNEL],
      },
      {
        ...onFretboard,
        id: 'midi-io.filter-log-by-kind',
        title: 'Filter the MIDI log by kind',
        args: ARGS.kind,
        asks: [{ id: 'kind', title: 'Kind', onlyAsked: true }],
      },
      {
        ...onFretboard,
        id: 'midi-io.show-whole-log',
        title: 'Show the whole MIDI log, without a filter',
      },
      { id: 'midi-io.raise-octave', title: 'Octave offset up', keys: ['shift+arrowup'], busy: 'queue' },
      { id: 'midi-io.lower-octave', title: 'Octave offset down', keys: ['shift+arrowdown'], busy: 'queue' },
      {
        id: 'midi-io.select-output',
        title: 'Select the MIDI output',
        keys: ['shift+u'],
        args: ARGS.output,
        asks: [{ id: 'port', title: 'Output' }],
      },
      {
        id: 'midi-io.set-channel',
        title: 'Choose the output channel',
        args: ARGS.outputChannel,
        asks: [{ id: 'channel', title: 'Channel, 0 for all' }],
      },
      {
        id: 'midi-io.set-velocity',
        title: 'Set the velocity of notes',
        args: ARGS.velocity,
        asks: [{ id: 'velocity', title: 'Velocity from 0 to 1' }],
      },
      { id: 'midi-io.toggle-input', title: 'Switch a MIDI input on or off', args: ARGS.input, asks: [INPUT] },
      {
        id: 'midi-io.set-guitar',
        title: 'Use an input as a MIDI guitar',
        args: ARGS.guitar,
        asks: [INPUT, { id: 'guitar', title: 'MIDI guitar' }],
      },
      {
        id: 'midi-io.set-guitar-channel',
        title: 'Choose the first channel of a MIDI guitar',
        args: ARGS.guitarChannel,
        asks: [INPUT, { id: 'channel', title: 'First channel' }],
      },
      {
        id: 'midi-io.reverse-guitar',
        title: 'Reverse the strings of a MIDI guitar',
        args: ARGS.input,
        asks: [{ ...INPUT, onlyAsked: true }],
      },
      {
        id: 'midi-io.set-bend-range',
        title: 'Set the bend range of an input',
        args: ARGS.inputBendRange,
        asks: [INPUT, { id: 'semitones', title: 'Semitones, 0 for the device’s own range' }],
      },
      {
        ...onFretboard,
        id: 'midi-io.toggle-keyboard',
        title: 'Play on the computer keyboard',
        keys: ['shift+k'],
      },
      { id: 'midi-io.request-access', title: 'Try again to get MIDI access', needs: 'screen' },
      {
        id: 'midi-io.request-without-sysex',
        title: 'Try to get MIDI access without system-exclusive messages',
        needs: 'screen',
      },
      {
        ...sent,
        id: 'midi-io.toggle-thru',
        title: 'MIDI thru: forward input to the output',
        keys: ['shift+h'],
      },
      {
        ...sent,
        id: 'midi-io.toggle-thru-channel',
        title: 'MIDI thru: a channel, on or off',
        args: ARGS.channel,
        asks: [CHANNEL],
      },
      {
        ...sent,
        id: 'midi-io.toggle-thru-input',
        title: 'MIDI thru: an input, on or off',
        args: ARGS.port,
        asks: [{ id: 'port', title: 'Input', onlyAsked: true }],
      },
      { ...sent, id: 'midi-io.play-test-note', title: 'Play a test note on the output' },
      {
        ...sent,
        id: 'midi-io.send-volume',
        title: 'Send the volume',
        args: ARGS.value,
        asks: [{ id: 'value', title: 'Volume from 0 to 127' }],
      },
      {
        ...sent,
        id: 'midi-io.send-modulation',
        title: 'Send the modulation',
        args: ARGS.value,
        asks: [{ id: 'value', title: 'Modulation from 0 to 127' }],
      },
      {
        ...sent,
        id: 'midi-io.send-pan',
        title: 'Send the pan position',
        args: ARGS.value,
        asks: [{ id: 'value', title: 'From 0 (left) over 64 to 127 (right)' }],
      },
      {
        ...sent,
        id: 'midi-io.send-hold',
        title: 'Send the hold pedal',
        args: ARGS.hold,
        asks: [{ id: 'down', title: 'Pedal down', onlyAsked: true }],
      },
      {
        ...sent,
        id: 'midi-io.send-bend',
        title: 'Send a pitch bend',
        args: ARGS.bend,
        asks: [{ id: 'bend', title: 'Bend from -1 to 1' }],
      },
      {
        ...sent,
        id: 'midi-io.send-bend-range',
        title: 'Send the pitch-bend range',
        args: ARGS.bendRange,
        asks: [{ id: 'semitones', title: 'Semitones', onlyAsked: true }],
      },
      {
        ...sent,
        id: 'midi-io.send-program',
        title: 'Send a program change',
        args: ARGS.program,
        asks: [{ id: 'program', title: 'Program from 1 to 128' }],
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:midi-io.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
