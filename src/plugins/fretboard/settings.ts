import * as z from 'zod/mini'
import {
  type OptionValues,
  option,
  optionDefaults,
  optionFields,
  optionNames,
  optionSchemas,
} from '../../core/commands/option.js'
import { defineSettings } from '../../core/settings/section.js'
import { NOTE_NAMES } from '../../music/guitar/note-names.js'
import { MAX_FRET } from '../../music/guitar/position.js'
import { SCALE_NAMES, TONICS, VOICING_FORMS } from '../../music/theory/names.js'
import {
  LONGEST_TRAIL,
  NOTE_NAME_CHOICES,
  ORIENTATION_CHOICES,
  SCALE_POSITION_CHOICES,
  SONG_LAYOUTS,
  VELOCITY_CHOICES,
} from './neck/neck-looks.js'

export const INSTRUMENT_OPTIONS = {
  leftHanded: option({
    title: 'Left-handed neck',
    default: false,
    command: { id: 'fretboard.toggle-left-handed' },
  }),
  noteNaming: option({
    title: 'Note names',
    default: 'auto',
    choices: NOTE_NAME_CHOICES,
    command: {
      id: 'fretboard.set-note-names',
      title: 'Choose note names',
      description: 'English, German (H and B) or solfège (Do Re Mi)',
      ask: { id: 'names' },
    },
  }),
  orientation: option({
    title: 'Orientation',
    default: 'auto',
    choices: ORIENTATION_CHOICES,
    command: {
      id: 'fretboard.set-orientation',
      title: 'Orientation: horizontal, vertical or automatic',
      ask: { id: 'orientation' },
    },
  }),
  nutRight: option({
    title: 'Nut on the right',
    description: 'A vertical neck has its nut at the top',
    default: false,
    command: { id: 'fretboard.toggle-nut-side' },
  }),
  velocityLook: option({
    title: 'Show velocity as',
    default: 'strength',
    choices: VELOCITY_CHOICES,
    command: { id: 'fretboard.set-velocity-look', title: 'Show velocity as…', ask: { id: 'look' } },
  }),
  trail: option({
    title: 'Note trail',
    default: 0,
    max: LONGEST_TRAIL,
    command: {
      id: 'fretboard.set-trail',
      title: 'Set note trail',
      ask: { id: 'notes', title: 'Number of notes (0 = off)' },
    },
  }),
  onePlace: option({
    title: 'One position per note',
    description: 'For keyboards and single-channel guitars: shows each note where a guitarist would play it.',
    default: false,
    command: { id: 'fretboard.toggle-one-place', keys: ['shift+y'] },
  }),
}

const NOTE_OPTIONS = {
  showAllNotes: option({
    title: 'Show all notes',
    default: false,
    command: { id: 'fretboard.toggle-all-notes', keys: ['shift+a'] },
  }),
  showOctaves: option({
    title: 'Show octaves',
    default: true,
    command: { id: 'fretboard.toggle-octaves', keys: ['shift+o'] },
  }),
  showDegrees: option({
    title: 'Show degrees',
    default: true,
    command: { id: 'fretboard.toggle-degrees', keys: ['shift+d'] },
  }),
  showIntervals: option({
    title: 'Show intervals',
    default: false,
    command: { id: 'fretboard.toggle-intervals', keys: ['shift+i'] },
  }),
  selectMode: option({
    title: 'Select mode',
    default: true,
    command: { id: 'fretboard.toggle-select-mode', keys: ['shift+s'] },
  }),
  positions: option({
    title: 'Scale positions',
    default: 'none',
    choices: SCALE_POSITION_CHOICES,
    command: {
      id: 'fretboard.set-positions',
      title: 'Show scale positions',
      description: 'Boxes, CAGED or three notes per string',
      ask: { id: 'positions' },
    },
  }),
}

export const NECK_OPTIONS = { ...INSTRUMENT_OPTIONS, ...NOTE_OPTIONS }
export type NeckOptions = OptionValues<typeof NECK_OPTIONS>

export const PANEL_OPTIONS = {
  chordLine: option({
    title: 'Show notes and chord',
    default: true,
    command: { id: 'fretboard.toggle-chord-line' },
  }),
  chordFinder: option({
    title: 'Show chord finder',
    default: false,
    command: { id: 'fretboard.toggle-chord-finder' },
  }),
  speakNotes: option({
    title: 'Speak notes',
    description: 'Screen readers announce sounding notes that haven’t changed for a second.',
    default: false,
    command: { id: 'fretboard.toggle-speak-notes' },
  }),
}

/** Accepts any integer. Out-of-range values are corrected and reported on display. */
const fields = z.object({
  ...optionSchemas(NECK_OPTIONS),
  scale: z.string(),
  fretMin: z.int(),
  fretMax: z.int(),
  /**
   * Replaces `selectMode`, which versions up to 1.2 stored even without a user choice.
   * If false, tapping a position on a touchscreen plays it.
   */
  selectOnTouch: z.boolean(),
  /** Index of a built-in tuning, or `<plugin>:<id>` for any other tuning. */
  tuningId: z.union([z.int(), z.string().check(z.regex(/^[a-z][a-z0-9-]*:[a-z0-9-]+$/))]),
  capo: z.int(),
  chord: z.string(),
  position: z.int(),
})

export type FretboardSettings = z.infer<typeof fields>

/** Versions up to 1.2 also stored the default (English), so only other values are user choices. */
const chosenBefore = ({ noteNames, ...now }: Record<string, unknown>) => ({
  ...now,
  ...(noteNames !== 'english' && NOTE_NAMES.some(each => each === noteNames) && { noteNaming: noteNames }),
})

const schema = z.pipe(z.pipe(z.looseObject({}), z.transform(chosenBefore)), fields)

type Media = { readonly matchMedia?: (query: string) => { readonly matches: boolean } }
const TOUCH = '(hover: none) and (pointer: coarse)'
export const pressField = () =>
  (globalThis as Media).matchMedia?.(TOUCH).matches ? 'selectOnTouch' : 'selectMode'

export const fretboardSettings = defineSettings<FretboardSettings>({
  id: 'Fretboard',
  title: 'Fretboard',
  version: '1',
  schema,
  defaults: {
    ...optionDefaults(NECK_OPTIONS),
    scale: 'C Major',
    fretMin: 0,
    fretMax: 5,
    selectOnTouch: false,
    tuningId: 0,
    capo: 0,
    chord: '',
    position: 0,
  },
  fields: [
    { id: 'scale', title: 'Scale', command: 'fretboard.set-scale' },
    { id: 'fretMin', title: 'First fret', command: 'fretboard.set-frets' },
    { id: 'fretMax', title: 'Last fret', command: 'fretboard.set-frets' },
    {
      id: 'tuningId',
      title: 'Tuning',
      choices: 'fretboard.settings.tuningId',
      command: 'fretboard.set-tuning',
    },
    { id: 'capo', title: 'Capo on fret', command: 'fretboard.set-capo' },
    {
      id: 'chord',
      title: 'Chord overlay',
      description: 'For example, Cmaj7, C7#9 or C/E. Leave empty to show only the scale.',
      command: 'fretboard.show-chord',
    },
    { id: 'position', title: 'Position', hidden: true },
    ...optionFields(NECK_OPTIONS),
    { id: 'selectOnTouch', title: 'Select mode on touch screens', command: 'fretboard.toggle-select-mode' },
  ],
  names: async () => {
    const { default: names } = await import('./settings-names.js')
    return { default: t => ({ ...optionNames(NECK_OPTIONS, t), ...names(t) }) }
  },
})

const panelsSchema = z.object({
  ...optionSchemas(PANEL_OPTIONS),
  layout: z.enum(SONG_LAYOUTS),
  songOctaves: z.boolean(),
})

export type PanelSettings = z.infer<typeof panelsSchema>

export const panelSettings = defineSettings<PanelSettings>({
  id: 'Panels',
  title: 'Fretboard panels',
  version: '1',
  schema: panelsSchema,
  defaults: { ...optionDefaults(PANEL_OPTIONS), layout: 'neck', songOctaves: false },
  fields: [
    ...optionFields(PANEL_OPTIONS),
    { id: 'layout', hidden: true },
    { id: 'songOctaves', hidden: true },
  ],
})

export const FIRST_STEPS = ['song', 'notes', 'palette'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const firstStepsSchema = z.object({
  done: z.int().check(z.gte(0), z.lte(FIRST_STEPS.length)),
})

export const firstStepsSettings = defineSettings<z.infer<typeof firstStepsSchema>>({
  id: 'Welcome',
  title: 'Getting started',
  version: '1',
  schema: firstStepsSchema,
  defaults: { done: 0 },
  fields: [{ id: 'done', hidden: true }],
})

export type NeckSwitch = {
  [K in keyof FretboardSettings]: FretboardSettings[K] extends boolean ? K : never
}[keyof FretboardSettings]

const fret = z.int().check(z.gte(0), z.lte(MAX_FRET))

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const ofScale = { tonic: z.enum(TONICS), scale: z.enum(SCALE_NAMES) }
const position = z.int().check(z.gte(1), z.lte(24))
const makeTuning = { strings: text(200), name: text(60) }

export const ARGS = {
  setScale: z.strictObject(ofScale),
  setTuning: z.strictObject({ tuning: z.string() }),
  setFrets: z.strictObject({ from: fret, to: fret }),
  setCapo: z.strictObject({ fret }),
  showPosition: z.strictObject({ position }),
  setScaleAt: z.strictObject({ ...ofScale, position }),
  showPositionAt: z.strictObject({ fret }),
  chord: z.strictObject({ chord: text(30) }),
  findChord: z.strictObject({
    chord: text(30),
    form: z.optional(z.enum(VOICING_FORMS)),
    /** Lowest and highest sounding string, such as `4-1`. */
    strings: z.optional(
      z.string().check(z.regex(/^\d{1,2}-\d{1,2}$/, 'it has to be two strings such as 1-4')),
    ),
    root: z.optional(z.int().check(z.gte(1), z.lte(10))),
  }),
  /** Lowest string first; `G4*5` starts at the fifth fret. */
  makeTuning: z.strictObject(makeTuning),
  editTuning: z.strictObject({ kept: z.string(), ...makeTuning }),
  link: z.strictObject({ link: text(4000) }),
  custom: z.strictObject({ kept: z.string() }),
  name: z.strictObject({ name: text(60) }),
}

export type Args<Name extends keyof typeof ARGS> = z.infer<(typeof ARGS)[Name]>

export interface CustomListSettings {
  /** Validated individually, so that an invalid item doesn't affect the rest. */
  readonly kept: readonly unknown[]
}

const customListSettings = (id: string, title: string) =>
  defineSettings<CustomListSettings>({
    id,
    title,
    version: '1',
    schema: z.object({ kept: z.array(z.unknown()) }) as z.ZodMiniType<CustomListSettings>,
    defaults: { kept: [] },
    sync: { lists: { kept: { key: 'id' } } },
    fields: [{ id: 'kept', hidden: true }],
  })

export const tuningSettings = customListSettings('Tunings', 'Custom tunings')
export const shapeSettings = customListSettings('Shapes', 'Saved shapes')
