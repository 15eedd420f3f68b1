import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { NOTE_NAMES } from '../../music/guitar/note-names.js'
import { MAX_FRET } from '../../music/guitar/position.js'
import {
  LONGEST_TRAIL,
  ORIENTATION_CHOICES,
  SCALE_POSITION_CHOICES,
  SONG_LAYOUTS,
  VELOCITY_CHOICES,
  VOICING_FORMS,
  valuesOf,
} from './neck/neck-looks.js'
import { SCALE_NAMES, TONICS } from './scales/scale-names.js'

/**
 * Numbers are only validated as integers. Out-of-range values are
 * corrected and reported on display, so that the other settings survive.
 */
const fields = z.object({
  scale: z.string(),
  fretMin: z.int(),
  fretMax: z.int(),
  showAllNotes: z.boolean(),
  showOctaves: z.boolean(),
  showDegrees: z.boolean(),
  selectMode: z.boolean(),
  /**
   * Replaces `selectMode`, which versions up to 1.2 stored without
   * the user's choice. Without it, a tap on a touchscreen plays.
   */
  selectOnTouch: z.boolean(),
  /** Index of a built-in tuning, or `<plugin>:<id>` for any other tuning. */
  tuningId: z.union([z.int(), z.string().check(z.regex(/^[a-z][a-z0-9-]*:[a-z0-9-]+$/))]),
  leftHanded: z.boolean(),
  nutRight: z.boolean(),
  capo: z.int(),
  showIntervals: z.boolean(),
  chord: z.string(),
  positions: z.enum(valuesOf(SCALE_POSITION_CHOICES)),
  position: z.int(),
  orientation: z.enum(valuesOf(ORIENTATION_CHOICES)),
  velocityLook: z.enum(valuesOf(VELOCITY_CHOICES)),
  trail: z.int(),
  onePlace: z.boolean(),
  noteNaming: z.enum(['auto', ...NOTE_NAMES]),
})

export type FretboardSettings = z.infer<typeof fields>

/**
 * Versions up to 1.2 also stored the default (English), so
 * only other values are known to be the user's choice.
 */
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
    scale: 'C Major',
    fretMin: 0,
    fretMax: 5,
    showAllNotes: false,
    showOctaves: true,
    showDegrees: true,
    selectMode: true,
    selectOnTouch: false,
    tuningId: 0,
    leftHanded: false,
    nutRight: false,
    capo: 0,
    showIntervals: false,
    chord: '',
    positions: 'none',
    position: 0,
    orientation: 'auto',
    velocityLook: 'strength',
    trail: 0,
    onePlace: false,
    noteNaming: 'auto',
  },
  fields: [
    { id: 'scale', title: 'Scale', command: 'fretboard.set-scale' },
    { id: 'fretMin', title: 'First fret', command: 'fretboard.set-frets' },
    { id: 'fretMax', title: 'Last fret', command: 'fretboard.set-frets' },
    { id: 'showAllNotes', title: 'Show all notes', command: 'fretboard.toggle-all-notes' },
    { id: 'showOctaves', title: 'Show octaves', command: 'fretboard.toggle-octaves' },
    { id: 'showDegrees', title: 'Show degrees', command: 'fretboard.toggle-degrees' },
    { id: 'selectMode', title: 'Select mode', command: 'fretboard.toggle-select-mode' },
    { id: 'selectOnTouch', title: 'Select mode on touch screens', command: 'fretboard.toggle-select-mode' },
    {
      id: 'tuningId',
      title: 'Tuning',
      choices: 'fretboard.settings.tuningId',
      command: 'fretboard.set-tuning',
    },
    { id: 'leftHanded', title: 'Left-handed neck', command: 'fretboard.toggle-left-handed' },
    { id: 'nutRight', title: 'Nut on the right', command: 'fretboard.toggle-nut-side' },
    { id: 'capo', title: 'Capo on fret', command: 'fretboard.set-capo' },
    { id: 'showIntervals', title: 'Show intervals', command: 'fretboard.toggle-intervals' },
    {
      id: 'chord',
      title: 'Chord over the scale',
      description: 'For example Cmaj7, C7#9 or C/E. Leave empty to show only the scale.',
      command: 'fretboard.show-chord',
    },
    { id: 'positions', title: 'Scale positions', command: 'fretboard.set-positions' },
    { id: 'position', title: 'Position', hidden: true },
    { id: 'orientation', title: 'Orientation', command: 'fretboard.set-orientation' },
    { id: 'velocityLook', title: 'Show velocity as', command: 'fretboard.set-velocity-look' },
    { id: 'trail', title: 'Note trail', command: 'fretboard.set-trail' },
    {
      id: 'onePlace',
      title: 'One position per note',
      description:
        'For keyboards and single-channel guitars: shows each note where a guitarist would play it.',
      command: 'fretboard.toggle-one-place',
    },
    { id: 'noteNaming', title: 'Note names', command: 'fretboard.set-note-names' },
  ],
  names: () => import('./settings-names.js'),
})

const panelsSchema = z.object({
  chordLine: z.boolean(),
  chordFinder: z.boolean(),
  /** Layout while a song is open. */
  layout: z.enum(SONG_LAYOUTS),
  songOctaves: z.boolean(),
  speakNotes: z.boolean(),
})

export type PanelSettings = z.infer<typeof panelsSchema>

export const panelSettings = defineSettings<PanelSettings>({
  id: 'Panels',
  title: 'Panels of the fretboard',
  version: '1',
  schema: panelsSchema,
  defaults: { chordLine: true, chordFinder: false, layout: 'neck', songOctaves: false, speakNotes: false },
  fields: [
    { id: 'chordLine', title: 'Show notes and chord', command: 'fretboard.toggle-chord-line' },
    { id: 'chordFinder', title: 'Show chord finder', command: 'fretboard.toggle-chord-finder' },
    { id: 'layout', hidden: true },
    { id: 'songOctaves', hidden: true },
    {
      id: 'speakNotes',
      title: 'Speak notes',
      description: 'Screen readers speak sounding notes once they haven’t changed for a second.',
      command: 'fretboard.toggle-speak-notes',
    },
  ],
})

export const FIRST_STEPS = ['song', 'notes', 'palette'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const firstStepsSchema = z.object({
  done: z.int().check(z.gte(0), z.lte(FIRST_STEPS.length)),
})

export const firstStepsSettings = defineSettings<z.infer<typeof firstStepsSchema>>({
  id: 'Welcome',
  title: 'First steps',
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
  setOrientation: z.strictObject({ orientation: fields.shape.orientation }),
  setVelocityLook: z.strictObject({ look: fields.shape.velocityLook }),
  setNoteNames: z.strictObject({ names: fields.shape.noteNaming }),
  setTrail: z.strictObject({ notes: z.int().check(z.gte(0), z.lte(LONGEST_TRAIL)) }),
  setPositions: z.strictObject({ positions: fields.shape.positions }),
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
  /** Items are validated separately, so that an invalid item doesn't affect the rest. */
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
