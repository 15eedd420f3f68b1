/** Settings of the neck and arguments of its commands. */
import * as z from 'zod/mini'
import { MAX_FRET } from '../../core/music/guitar/position.js'
import { defineSettings } from '../../core/settings/section.js'
import { LONGEST_TRAIL, ORIENTATIONS, VELOCITY_LOOKS } from './neck/neck-looks.js'
import { SCALE_NAMES, TONICS } from './scales/scale-names.js'
import { SCALE_POSITION_KINDS } from './scales/scale-position.js'

/**
 * Numbers are only checked to be integers: invalid values (an unknown tuning, fretMin > fretMax) are corrected and
 * reported when they are shown, so that the other settings survive.
 */
const schema = z.object({
  /** `<tonic> <scale name>`. */
  scale: z.string(),
  fretMin: z.int(),
  fretMax: z.int(),
  showAllNotes: z.boolean(),
  showOctaves: z.boolean(),
  showDegrees: z.boolean(),
  selectMode: z.boolean(),
  /** Position in the table of tunings, or `<plugin>:<id>` of one that a plugin adds. */
  tuningId: z.union([z.int(), z.string().check(z.regex(/^[a-z][a-z0-9-]*:[a-z0-9-]+$/))]),
  leftHanded: z.boolean(),
  nutRight: z.boolean(),
  /** Fret of the capo; 0 for none. */
  capo: z.int(),
  /** Degrees are written as intervals. */
  showIntervals: z.boolean(),
  /** Chord symbol shown over the scale; empty for none. */
  chord: z.string(),
  /** Kind of scale positions, and the index of the shown one. */
  positions: z.enum(SCALE_POSITION_KINDS),
  position: z.int(),
  /** `auto` is vertical on narrow screens. */
  orientation: z.enum(ORIENTATIONS),
  /** How velocity is shown. */
  velocityLook: z.enum(VELOCITY_LOOKS),
  /** Number of recent notes in the note trail; 0 is off. */
  trail: z.int(),
  /** Show notes of unknown string where a guitarist would play them instead of everywhere. */
  onePlace: z.boolean(),
})

export type FretboardSettings = z.infer<typeof schema>

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
  },
  fields: [
    { id: 'scale', title: 'Scale', command: 'fretboard.set-scale' },
    { id: 'fretMin', title: 'First fret', command: 'fretboard.set-frets' },
    { id: 'fretMax', title: 'Last fret', command: 'fretboard.set-frets' },
    { id: 'showAllNotes', title: 'Show all notes', command: 'fretboard.toggle-all-notes' },
    { id: 'showOctaves', title: 'Show octaves', command: 'fretboard.toggle-octaves' },
    { id: 'showDegrees', title: 'Show degrees', command: 'fretboard.toggle-degrees' },
    { id: 'selectMode', title: 'Select mode', command: 'fretboard.toggle-select-mode' },
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
      description: 'For example Cmaj7, C7#9 or C/E. Leave empty for none.',
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
      description: 'For keyboards and guitars on one channel: where a guitarist would play each note.',
      command: 'fretboard.toggle-one-place',
    },
  ],
  names: () => import('./settings-names.js'),
})

/** The switches, by the names of their settings. */
export type NeckSwitch = {
  [K in keyof FretboardSettings]: FretboardSettings[K] extends boolean ? K : never
}[keyof FretboardSettings]

const fret = z.int().check(z.gte(0), z.lte(MAX_FRET))

export const setScaleArgs = z.strictObject({ tonic: z.enum(TONICS), scale: z.enum(SCALE_NAMES) })
/** The name of a tuning of the table, or `<plugin>:<id>`: the plugin lists them, some come with others. */
export const setTuningArgs = z.strictObject({ tuning: z.string() })
export const setFretsArgs = z.strictObject({ from: fret, to: fret })
export const setCapoArgs = z.strictObject({ fret })
/** A chord symbol: `C7#9`. */
export const chordArgs = z.strictObject({ chord: z.string().check(z.minLength(1), z.maxLength(30)) })
export const orientationArgs = z.strictObject({ orientation: z.enum(ORIENTATIONS) })
export const velocityLookArgs = z.strictObject({ look: z.enum(VELOCITY_LOOKS) })
export const trailArgs = z.strictObject({ notes: z.int().check(z.gte(0), z.lte(LONGEST_TRAIL)) })
export const positionsArgs = z.strictObject({ positions: z.enum(SCALE_POSITION_KINDS) })
/** Strings from the lowest on, with octaves: `E2 A2 D3 G3 B3 E4`; `G4*5` begins at the fifth fret. */
export const makeTuningArgs = z.strictObject({
  strings: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
})
/** `kept` is the id of a custom tuning. */
export const editTuningArgs = z.strictObject({
  kept: z.string(),
  strings: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
})
/** The part of a link after `tuning=`, or the whole link. */
export const linkArgs = z.strictObject({ link: z.string().check(z.minLength(1), z.maxLength(4000)) })
/** Id of a custom tuning or shape. */
export const customArgs = z.strictObject({ kept: z.string() })
export const nameArgs = z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(60)) })

export type SetScaleArgs = z.infer<typeof setScaleArgs>
export type SetTuningArgs = z.infer<typeof setTuningArgs>
export type SetFretsArgs = z.infer<typeof setFretsArgs>
export type SetCapoArgs = z.infer<typeof setCapoArgs>
export type ChordArgs = z.infer<typeof chordArgs>
export type PositionsArgs = z.infer<typeof positionsArgs>
export type OrientationArgs = z.infer<typeof orientationArgs>
export type VelocityLookArgs = z.infer<typeof velocityLookArgs>
export type TrailArgs = z.infer<typeof trailArgs>
export type MakeTuningArgs = z.infer<typeof makeTuningArgs>
export type EditTuningArgs = z.infer<typeof editTuningArgs>
export type LinkArgs = z.infer<typeof linkArgs>
export type CustomArgs = z.infer<typeof customArgs>
export type NameArgs = z.infer<typeof nameArgs>

export interface CustomListSettings {
  /** As stored. Each item is validated on its own, so that a broken one doesn't affect the others. */
  readonly kept: readonly unknown[]
}

const listSchema = z.object({ kept: z.array(z.unknown()) }) as z.ZodMiniType<CustomListSettings>

/** Stored under `<tenant>Tunings`. */
export const tuningSettings = defineSettings<CustomListSettings>({
  id: 'Tunings',
  title: 'Custom tunings',
  version: '1',
  schema: listSchema,
  defaults: { kept: [] },
  fields: [{ id: 'kept', hidden: true }],
})

/** Stored under `<tenant>Shapes`. */
export const shapeSettings = defineSettings<CustomListSettings>({
  id: 'Shapes',
  title: 'Saved shapes',
  version: '1',
  schema: listSchema,
  defaults: { kept: [] },
  fields: [{ id: 'kept', hidden: true }],
})
