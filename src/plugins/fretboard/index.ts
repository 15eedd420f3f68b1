/** The neck: what sounds, what a scale holds, what is selected, on a fretboard drawn to scale. */
import { definePlugin } from '../../core/kernel/plugin.js'
import { MIDI_BENDS, MIDI_INPUT, MIDI_OUTPUT, MIDI_PAGE } from '../midi-io/tokens.js'
import { CHORD_FINDER, GUEST, NEEDED_FRETS, OWN_SHAPES, OWN_TUNINGS } from './inner-tokens.js'
import { shapeSettings, tuningSettings } from './kept-settings.js'
import { MUSICAL_COMMANDS } from './musical-commands.js'
import { fretboardSettings, setCapoArgs, setFretsArgs, setScaleArgs, setTuningArgs } from './settings.js'
import {
  FRETBOARD_PANELS,
  FRETBOARD_TUNINGS,
  NECK,
  NECK_EXTENSIONS,
  NECK_LAYERS,
  NECK_PLAYER,
  NECK_VIEW,
  NOW,
  SELECTION,
  TUNING_LIST,
} from './tokens.js'

const HERE = "loggedIn && route == '/fretboard'"
const WITH_SELECTION = `${HERE} && fretboard.selected`

export default definePlugin({
  id: 'fretboard',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Fretboard',
  description: 'A guitar neck that shows scales, chords and what is being played.',
  runsIn: ['browser', 'node'],
  requires: [MIDI_INPUT, MIDI_OUTPUT, MIDI_BENDS],
  // Where there is a page, texts and links can be copied.
  optional: [MIDI_PAGE],
  provides: [
    NECK,
    NECK_VIEW,
    NECK_PLAYER,
    SELECTION,
    NOW,
    TUNING_LIST,
    NECK_EXTENSIONS,
    OWN_TUNINGS,
    OWN_SHAPES,
    GUEST,
    NEEDED_FRETS,
    CHORD_FINDER,
  ],
  extensionPoints: [NECK_LAYERS, FRETBOARD_PANELS, FRETBOARD_TUNINGS],
  contributes: {
    settings: [fretboardSettings, tuningSettings, shapeSettings],
    routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'FretboardPage', auth: true }],
    navigation: [{ path: '/fretboard', title: 'Fretboard', icon: 'guitar', order: 0, when: 'loggedIn' }],
    commands: [
      {
        id: 'fretboard.set-scale',
        title: 'Choose the scale',
        args: setScaleArgs,
        asks: [
          { id: 'tonic', title: 'Tonic' },
          { id: 'scale', title: 'Scale' },
        ],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.set-tuning',
        title: 'Choose the tuning',
        args: setTuningArgs,
        asks: [{ id: 'tuning', title: 'Tuning' }],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.set-frets',
        title: 'Show frets from … to …',
        args: setFretsArgs,
        asks: [
          { id: 'from', title: 'First fret' },
          { id: 'to', title: 'Last fret' },
        ],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.set-capo',
        title: 'Set the capo',
        args: setCapoArgs,
        asks: [{ id: 'fret', title: 'Fret' }],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.toggle-all-notes',
        title: 'Show all notes',
        keys: ['shift+a'],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.toggle-octaves',
        title: 'Show octaves',
        keys: ['shift+o'],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.toggle-degrees',
        title: 'Show degrees',
        keys: ['shift+d'],
        headless: true,
        when: HERE,
      },
      {
        id: 'fretboard.toggle-select-mode',
        title: 'Select mode',
        keys: ['shift+s'],
        headless: true,
        when: HERE,
      },
      { id: 'fretboard.toggle-left-handed', title: 'Left-handed neck', headless: true, when: HERE },
      { id: 'fretboard.toggle-nut-side', title: 'Nut on the right', headless: true, when: HERE },
      {
        id: 'fretboard.play-selection',
        title: 'Play the selection',
        keys: ['shift+p'],
        headless: true,
        when: WITH_SELECTION,
      },
      {
        id: 'fretboard.clear-selection',
        title: 'Clear the selection',
        keys: ['escape'],
        headless: true,
        when: WITH_SELECTION,
      },
      ...MUSICAL_COMMANDS,
    ],
  },
  activateOn: ['route:/fretboard', 'command:fretboard.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
