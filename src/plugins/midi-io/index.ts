/** MIDI devices: everything that plays comes in here, everything that is sent goes out here. */
import { definePlugin } from '../../core/kernel/plugin.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { outputCommands } from './output-commands.js'
import { midiSettings, selectOutputArgs, setChannelArgs, setVelocityArgs } from './settings.js'
import { thruSettings } from './thru-settings.js'
import {
  COMPUTER_KEYBOARD,
  MIDI_ACCESS,
  MIDI_DEVICES,
  MIDI_FILTERS,
  MIDI_INPUT,
  MIDI_LOG,
  MIDI_OUTPUT,
  MIDI_OUTPUTS,
  MIDI_PAGE,
  MIDI_SOURCES,
  OUTPUT_PATH,
  PLUGIN_OUTPUTS,
} from './tokens.js'

const when = 'loggedIn'

export default definePlugin({
  id: 'midi-io',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'MIDI devices',
  description: 'Hears what MIDI devices play and sends notes and controllers to them.',
  runsIn: ['browser', 'node'],
  // Only looked at when a log is exported, and only if the neck is there: never a reason to start it.
  lazy: [NECK_VIEW],
  provides: [
    MIDI_PAGE,
    MIDI_LOG,
    MIDI_INPUT,
    MIDI_DEVICES,
    MIDI_ACCESS,
    MIDI_OUTPUT,
    OUTPUT_PATH,
    COMPUTER_KEYBOARD,
    PLUGIN_OUTPUTS,
  ],
  extensionPoints: [MIDI_SOURCES, MIDI_FILTERS, MIDI_OUTPUTS],
  contributes: {
    settings: [midiSettings, thruSettings],
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
    ],
    commands: [
      {
        id: 'midi-io.panic',
        title: 'Panic: silence every output',
        keys: ['$mod+.'],
        headless: true,
        busy: 'parallel',
        when,
      },
      { id: 'midi-io.clear-log', title: 'Clear the MIDI log', headless: true, when },
      { id: 'midi-io.pause-log', title: 'Pause the MIDI log', headless: true, when },
      { id: 'midi-io.export-log', title: 'Export the MIDI log', headless: true, when },
      { id: 'midi-io.raise-octave', title: 'Octave offset up', headless: true, busy: 'queue', when },
      { id: 'midi-io.lower-octave', title: 'Octave offset down', headless: true, busy: 'queue', when },
      {
        id: 'midi-io.select-output',
        title: 'Choose the MIDI output',
        args: selectOutputArgs,
        asks: [{ id: 'port', title: 'Output' }],
        headless: true,
        when,
      },
      {
        id: 'midi-io.set-channel',
        title: 'Choose the output channel',
        args: setChannelArgs,
        asks: [{ id: 'channel', title: 'Channel, 0 for all' }],
        headless: true,
        when,
      },
      {
        id: 'midi-io.set-velocity',
        title: 'Set the velocity of notes',
        args: setVelocityArgs,
        asks: [{ id: 'velocity', title: 'Velocity from 0 to 1' }],
        headless: true,
        when,
      },
      {
        id: 'midi-io.toggle-keyboard',
        title: 'Play on the computer keyboard',
        keys: ['shift+k'],
        when: "loggedIn && route == '/fretboard'",
      },
      { id: 'midi-io.request-access', title: 'Ask again for MIDI access', when },
      {
        id: 'midi-io.request-without-sysex',
        title: 'Ask for MIDI access without system-exclusive messages',
        when,
      },
      ...outputCommands,
    ],
  },
  activateOn: ['route:/fretboard', 'command:midi-io.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
