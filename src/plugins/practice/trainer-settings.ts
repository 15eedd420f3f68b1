import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { MAX_FRET } from '../../music/guitar/position.js'

export const KINDS = ['position', 'find', 'interval', 'chord', 'degree', 'staff'] as const
export type Kind = (typeof KINDS)[number]

export const FINGER_PATTERNS = [
  'fingers-1234',
  'fingers-1324',
  'fingers-1423',
  'fingers-4321',
  'spider',
  'skipping',
] as const
export type FingerPattern = (typeof FINGER_PATTERNS)[number]

const MOST_STRINGS = 10
export const STRINGS = { least: 1, most: MOST_STRINGS } as const
export const FRETS = { least: 0, most: MAX_FRET } as const
export const MINUTES = { least: 1, most: 60 } as const

const string = z.int().check(z.gte(STRINGS.least), z.lte(STRINGS.most))
const fret = z.int().check(z.gte(FRETS.least), z.lte(FRETS.most))

/** Card state of `ts-fsrs`, with times in ms since the Unix epoch. */
const rememberedSchema = z.object({
  due: z.number(),
  last: z.number(),
  stability: z.number(),
  difficulty: z.number(),
  days: z.number(),
  step: z.number(),
  reps: z.number(),
  lapses: z.number(),
  state: z.int().check(z.gte(0), z.lte(3)),
})

export type Remembered = z.infer<typeof rememberedSchema>

const trainersSchema = z.object({
  position: z.boolean(),
  find: z.boolean(),
  interval: z.boolean(),
  chord: z.boolean(),
  degree: z.boolean(),
  staff: z.boolean(),
  accidentals: z.boolean(),
  fretFrom: fret,
  fretTo: fret,
  highestString: string,
  lowestString: string,
  /** Empty string to use the neck's current tuning. */
  tuning: z.union([z.int(), z.string()]),
  minutes: z.int().check(z.gte(MINUTES.least), z.lte(MINUTES.most)),
  memory: z.record(z.string(), z.record(z.string(), rememberedSchema)),
})

export type TrainerSettings = z.infer<typeof trainersSchema>

export const trainerSettings = defineSettings<TrainerSettings>({
  id: 'Trainers',
  title: 'Trainers',
  when: 'loggedIn',
  version: '1',
  schema: trainersSchema,
  defaults: {
    ...{ position: true, find: true, interval: true, chord: false, degree: false, staff: false },
    ...{ accidentals: true, fretFrom: 0, fretTo: 5, highestString: 1, lowestString: MOST_STRINGS },
    ...{ tuning: '', minutes: 5, memory: {} },
  },
  sync: { lists: { memory: { byUser: true, whole: true } } },
  fields: [
    { id: 'position', title: 'Name the note' },
    { id: 'find', title: 'Find notes' },
    { id: 'interval', title: 'Ear training: intervals' },
    { id: 'chord', title: 'Ear training: chords' },
    { id: 'degree', title: 'Ear training: scale degrees' },
    { id: 'staff', title: 'Sight-reading' },
    { id: 'accidentals', title: 'Include sharps and flats' },
    { id: 'fretFrom', title: 'Lowest fret' },
    { id: 'fretTo', title: 'Highest fret' },
    { id: 'highestString', title: 'Highest string' },
    { id: 'lowestString', title: 'Lowest string' },
    { id: 'tuning', hidden: true },
    { id: 'minutes', title: 'Minutes per round' },
    { id: 'memory', hidden: true },
  ],
})

export const TRAINER_ARGS = {
  start: z.strictObject({ kind: z.optional(z.enum(KINDS)) }),
  answer: z.strictObject({ number: z.int().check(z.gte(1), z.lte(12)) }),
  exercise: z.strictObject({ exercise: z.enum(['scale', 'shape', ...FINGER_PATTERNS]) }),
}

export type TrainerArgs = {
  readonly [Name in keyof typeof TRAINER_ARGS]: z.infer<(typeof TRAINER_ARGS)[Name]>
}
