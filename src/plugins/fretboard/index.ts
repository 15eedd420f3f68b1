/** The neck: sounding notes, scales and the selection on a fretboard drawn to scale. */

import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { MIDI_BENDS, MIDI_INPUT, MIDI_INPUTS, MIDI_OUTPUT, NECK_TUNING } from '../midi-io/tokens.js'
import { POSITIONS } from '../positions/tokens.js'
import {
  CHORD_FINDER,
  CUSTOM_SHAPES,
  CUSTOM_TUNINGS,
  NECK_EXTENSIONS,
  SELECTION_FRETS,
  SHARED_VIEW,
} from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }
import {
  ARGS,
  firstStepsSettings,
  fretboardSettings,
  panelSettings,
  shapeSettings,
  tuningSettings,
} from './settings.js'
import {
  BARE_NECK,
  CHORD_NAMES,
  CHORD_VOICINGS,
  DRAGGED_FRETS,
  FRETBOARD_PANELS,
  NECK,
  NECK_LAYERS,
  NECK_PICTURES,
  NECK_PLAYER,
  NECK_VIEW,
  NOW,
  SELECTION,
  SONG_FRETS,
  TUNING_LIST,
} from './tokens.js'

const selection = { when: 'fretboard.selected' } as const
const voicings = { when: 'fretboard.voicings' } as const
const positions = { when: 'fretboard.positions' } as const
const sharedView = { when: 'fretboard.link' } as const

const chord = { args: ARGS.chord, asks: [{ id: 'chord', title: 'Chord: Cmaj7, C7#9, C/E …' }] }
const link = { args: ARGS.link, asks: [{ id: 'link', title: 'Link' }] }
const tuningForm = [
  { id: 'strings', title: 'Strings, low to high: E2 A2 D3 G3 B3 E4' },
  { id: 'name', title: 'Name' },
]

export default definePlugin({
  id: 'fretboard',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Fretboard',
  description: 'A guitar neck that shows scales, chords and the notes you play.',
  runsIn: ['browser', 'node'],
  permissions: ['midi-in', 'midi-out', 'account'],
  requires: [MIDI_INPUT, MIDI_OUTPUT, MIDI_BENDS, NECK_TUNING],
  // Names of input devices.
  optional: [MIDI_INPUTS],
  // Loaded when the user turns on one position per note.
  lazy: [POSITIONS],
  provides: [
    NECK,
    NECK_VIEW,
    NECK_PLAYER,
    NECK_PICTURES,
    SELECTION,
    NOW,
    CHORD_NAMES,
    CHORD_VOICINGS,
    TUNING_LIST,
    NECK_EXTENSIONS,
    CUSTOM_TUNINGS,
    CUSTOM_SHAPES,
    SHARED_VIEW,
    SELECTION_FRETS,
    SONG_FRETS,
    DRAGGED_FRETS,
    CHORD_FINDER,
    BARE_NECK,
  ],
  extensionPoints: [NECK_LAYERS, FRETBOARD_PANELS],
  contributes: {
    settings: [fretboardSettings, panelSettings, tuningSettings, shapeSettings, firstStepsSettings],
    routes: [
      {
        path: '/fretboard',
        title: 'Fretboard',
        screen: 'FretboardPage',
        auth: true,
        offers: [
          'player.toggle-playing',
          'library.play-song',
          'library.open-file',
          'fretboard.set-scale',
          'fretboard.set-tuning',
          'fretboard.find-chord',
          'fretboard.set-frets',
          'practice.toggle-metronome',
        ],
        keys: [
          {
            title: 'Move on the neck',
            keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end'],
          },
          { title: 'Select or play the position', keys: ['enter', 'space'] },
        ],
      },
    ],
    navigation: [{ path: '/fretboard', title: 'Fretboard', icon: 'guitar', order: 0, when: 'loggedIn' }],
    commandsWhen: "loggedIn && route == '/fretboard'",
    commands: [
      {
        id: 'fretboard.set-scale',
        title: 'Choose scale',
        args: ARGS.setScale,
        asks: [
          { id: 'tonic', title: 'Tonic' },
          { id: 'scale', title: 'Scale' },
        ],
      },
      {
        id: 'fretboard.set-tuning',
        title: 'Choose tuning',
        args: ARGS.setTuning,
        asks: [{ id: 'tuning', title: 'Tuning' }],
      },
      {
        id: 'fretboard.set-frets',
        title: 'Show frets from … to …',
        args: ARGS.setFrets,
        asks: [
          { id: 'from', title: 'First fret', assumed: 0 },
          { id: 'to', title: 'Last fret' },
        ],
      },
      {
        id: 'fretboard.set-capo',
        title: 'Set capo',
        args: ARGS.setCapo,
        asks: [{ id: 'fret', title: 'Fret' }],
      },
      // For other plugins: the tuning of a song, for example.
      { id: 'fretboard.show-tuning', title: 'Show tuning', args: ARGS.showTuning, hidden: true },
      { id: 'fretboard.toggle-all-notes', title: 'Show all notes', keys: ['shift+a'] },
      { id: 'fretboard.toggle-octaves', title: 'Show octaves', keys: ['shift+o'] },
      { id: 'fretboard.toggle-degrees', title: 'Show degrees', keys: ['shift+d'] },
      { id: 'fretboard.toggle-select-mode', title: 'Select mode', keys: ['shift+s'] },
      { id: 'fretboard.toggle-left-handed', title: 'Left-handed neck' },
      { id: 'fretboard.toggle-nut-side', title: 'Nut on the right' },
      { id: 'fretboard.toggle-one-place', title: 'One position per note', keys: ['shift+y'] },
      { id: 'fretboard.toggle-chord-line', title: 'Show notes and chord' },
      { id: 'fretboard.toggle-chord-finder', title: 'Show chord finder' },
      {
        id: 'fretboard.set-orientation',
        title: 'Orientation: horizontal, vertical or automatic',
        args: ARGS.setOrientation,
        asks: [{ id: 'orientation', title: 'Orientation' }],
      },
      {
        id: 'fretboard.set-velocity-look',
        title: 'Show velocity as …',
        args: ARGS.setVelocityLook,
        asks: [{ id: 'look', title: 'Show velocity as' }],
      },
      {
        id: 'fretboard.set-note-names',
        title: 'Choose note names',
        description: 'English, German (H and B) or solfège (Do Re Mi)',
        args: ARGS.setNoteNames,
        asks: [{ id: 'names', title: 'Note names' }],
      },
      {
        id: 'fretboard.set-trail',
        title: 'Set note trail',
        args: ARGS.setTrail,
        asks: [{ id: 'notes', title: 'Number of notes (0 = off)' }],
      },
      { ...selection, id: 'fretboard.play-selection', title: 'Play selection', keys: ['shift+p'] },
      { ...selection, id: 'fretboard.clear-selection', title: 'Clear selection', keys: ['escape'] },
      {
        id: 'fretboard.make-tuning',
        title: 'Create custom tuning',
        description: 'Strings from low to high with octaves: E2 A2 D3 G3 B3 E4',
        args: ARGS.makeTuning,
        asks: tuningForm,
        feature: 'tunings',
      },
      {
        id: 'fretboard.edit-tuning',
        title: 'Edit custom tuning',
        description: 'Name and strings',
        args: ARGS.editTuning,
        asks: [{ id: 'kept', title: 'Tuning' }, ...tuningForm],
        feature: 'tunings',
      },
      {
        id: 'fretboard.remove-tuning',
        title: 'Delete custom tuning',
        args: ARGS.custom,
        asks: [{ id: 'kept', title: 'Tuning', onlyAsked: true }],
      },
      { id: 'fretboard.export-svg', title: 'Export neck as SVG' },
      {
        id: 'fretboard.export-png',
        title: 'Export neck as PNG',
        needs: 'screen',
      },
      {
        id: 'fretboard.export-html',
        title: 'Export neck as HTML page',
        description: 'A single self-contained file',
        feature: 'Download.HTML',
      },
      { id: 'fretboard.copy-link', title: 'Copy link', description: 'To the current view' },
      {
        id: 'fretboard.open-link',
        title: 'Open view from link',
        description: 'Your settings don’t change',
        ...link,
      },
      { id: 'fretboard.copy-tuning-link', title: 'Copy link to tuning' },
      { ...link, id: 'fretboard.open-tuning-link', title: 'Open tuning from link' },
      {
        ...sharedView,
        id: 'fretboard.keep-link',
        title: 'Keep this view',
        description: 'Replaces your settings and saves a shared tuning',
      },
      { ...sharedView, id: 'fretboard.leave-link', title: 'Back to my settings' },
      { id: 'fretboard.toggle-intervals', title: 'Show intervals', keys: ['shift+i'] },
      {
        id: 'fretboard.show-chord',
        title: 'Show chord over the scale',
        description: 'Its notes across the whole neck',
        ...chord,
      },
      { id: 'fretboard.hide-chord', title: 'Hide chord over the scale' },
      {
        id: 'fretboard.set-positions',
        title: 'Show scale positions',
        description: 'CAGED or three notes per string',
        args: ARGS.setPositions,
        asks: [{ id: 'positions', title: 'Scale positions' }],
      },
      { ...positions, id: 'fretboard.next-position', title: 'Next scale position', keys: ['shift+e'] },
      {
        ...positions,
        id: 'fretboard.previous-position',
        title: 'Previous scale position',
        keys: ['shift+w'],
      },
      {
        id: 'fretboard.find-chord',
        title: 'Find chord voicings',
        description: 'In the current tuning, the usual ones first',
        args: ARGS.findChord,
        asks: chord.asks,
        keys: ['shift+f'],
      },
      { ...voicings, id: 'fretboard.next-voicing', title: 'Next voicing', keys: ['shift+n'] },
      { ...voicings, id: 'fretboard.previous-voicing', title: 'Previous voicing', keys: ['shift+b'] },
      { ...selection, id: 'fretboard.play-together', title: 'Play selection as chord', keys: ['shift+t'] },
      { ...selection, id: 'fretboard.move-up', title: 'Transpose selection up a fret', keys: ['shift+l'] },
      {
        ...selection,
        id: 'fretboard.move-down',
        title: 'Transpose selection down a fret',
        keys: ['shift+j'],
      },
      {
        ...selection,
        id: 'fretboard.move-to-higher-strings',
        title: 'Move selection to higher strings',
        description: 'Keeps the intervals',
      },
      {
        ...selection,
        id: 'fretboard.move-to-lower-strings',
        title: 'Move selection to lower strings',
        description: 'Keeps the intervals',
      },
      {
        ...selection,
        id: 'fretboard.save-shape',
        title: 'Save selection as shape',
        args: ARGS.name,
        asks: [{ id: 'name', title: 'Name' }],
        feature: 'shapes',
      },
      {
        id: 'fretboard.show-shape',
        title: 'Show saved shape',
        args: ARGS.custom,
        asks: [{ id: 'kept', title: 'Shape' }],
      },
      {
        id: 'fretboard.remove-shape',
        title: 'Delete saved shape',
        args: ARGS.custom,
        asks: [{ id: 'kept', title: 'Shape', onlyAsked: true }],
      },
      {
        ...selection,
        id: 'fretboard.copy-shape',
        title: 'Copy selection as text',
        description: 'As fret numbers and tablature',
        keys: ['shift+c'],
      },
      { ...selection, id: 'fretboard.copy-shape-link', title: 'Copy link to selection' },
      { ...link, id: 'fretboard.open-shape-link', title: 'Open shape from link' },
      {
        id: 'fretboard.show-first-steps',
        formerly: ['welcome.restart'],
        title: 'Show first steps',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:fretboard.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
