import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { type BarRange, MOST_COUNTED, TEMPO, TRANSPOSITION } from '../player/tokens.js'

export const UPCOMING_MS = { least: 100, most: 10_000 } as const

const playSchema = z.object({
  comingNotes: z.boolean(),
  comingMs: z.int().check(z.gte(UPCOMING_MS.least), z.lte(UPCOMING_MS.most)),
  metronome: z.boolean(),
  countIn: z.int().check(z.gte(0), z.lte(MOST_COUNTED)),
  follow: z.boolean(),
  followKey: z.boolean(),
})

export type PlayingSettings = z.infer<typeof playSchema>

export const playingSettings = defineSettings<PlayingSettings>({
  id: 'Playing',
  title: 'Playback',
  version: '1',
  schema: playSchema,
  defaults: {
    comingNotes: true,
    comingMs: 1200,
    metronome: false,
    countIn: 1,
    follow: true,
    followKey: true,
  },
  fields: [
    {
      id: 'comingNotes',
      title: 'Show upcoming notes',
      description: 'Outlines the song’s next notes on the neck before they play.',
      command: 'practice.toggle-upcoming-notes',
    },
    { id: 'comingMs', title: 'Lead time', unit: 'ms', command: 'practice.set-upcoming-time' },
    { id: 'metronome', title: 'Metronome', command: 'practice.toggle-metronome' },
    { id: 'countIn', title: 'Count-in', unit: 'bars', command: 'practice.set-count-in' },
    {
      id: 'follow',
      title: 'Fit frets to song',
      command: 'practice.toggle-follow',
    },
    {
      id: 'followKey',
      title: 'Follow song key',
      description: 'Shows the scale of the song’s key while the song is open.',
      command: 'practice.toggle-follow-key',
    },
  ],
})

const percent = z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))
const bar = z.int().check(z.gte(1))
/** Bar number as displayed; a pickup is bar 0. */
const shownBar = z.int().check(z.gte(0))

const passes = z.int().check(z.gte(1), z.lte(10))

const ladderSchema = z.object({
  on: z.boolean(),
  /** Start tempo, in percent of the song's tempo. */
  from: percent,
  to: percent,
  step: z.int().check(z.gte(1), z.lte(25)),
  clean: passes,
  failed: passes,
  /** Minimum percentage of correct notes in a clean pass. */
  accuracy: z.int().check(z.gte(50), z.lte(100)),
})

export type LadderSettings = z.infer<typeof ladderSchema>

export const ladderSettings = defineSettings<LadderSettings>({
  id: 'Speed trainer',
  title: 'Speed trainer',
  version: '1',
  schema: ladderSchema,
  defaults: { on: false, from: 60, to: 100, step: 5, clean: 2, failed: 3, accuracy: 95 },
  fields: [
    { id: 'on', hidden: true },
    { id: 'from', title: 'Starting tempo', unit: '%' },
    { id: 'to', title: 'Target tempo', unit: '%' },
    { id: 'step', title: 'Step', unit: '%' },
    { id: 'clean', title: 'Clean passes before speeding up' },
    { id: 'failed', title: 'Failed passes before slowing down' },
    { id: 'accuracy', title: 'Accuracy for a clean pass', unit: '%' },
  ],
})

export const barsText = ({ from, to }: BarRange): string => `${from}-${to}`
export const LONGEST_NAME = 60
const name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))

const ofSongSchema = z.object({
  /** Bar numbers count a pickup as bar 1. */
  own: z.array(z.object({ name, from: bar, to: bar })),
  /** Best tempo in percent, by bar range such as `5-8`. */
  best: z.record(z.string(), z.number()),
})

const sectionSchema = z.object({
  /** Stored data by user ID, then song key. */
  kept: z.record(z.string(), z.record(z.string(), ofSongSchema)),
})

type SectionSettings = z.infer<typeof sectionSchema>
export type SectionsOfSong = z.infer<typeof ofSongSchema>
export const sectionSettings = defineSettings<SectionSettings>({
  id: 'Sections',
  title: 'Sections',
  version: '1',
  schema: sectionSchema,
  defaults: { kept: {} },
  fields: [{ id: 'kept', hidden: true }],
})

/** Timing windows in ms on either side of the written time. */
export const WINDOWS = { relaxed: 150, normal: 100, strict: 50 } as const
export const WINDOW = { least: 10, most: 500 } as const
export const LATENCY_MS = { least: -100, most: 500 } as const

const judgingSchema = z.object({
  on: z.boolean(),
  windowMs: z.int().check(z.gte(WINDOW.least), z.lte(WINDOW.most)),
  reference: z.enum(['song', 'player']),
  chord: z.enum(['all', 'most', 'one']),
  strictOctaves: z.boolean(),
  strictStrings: z.boolean(),
  /** Latency in ms, by input and output. */
  latencies: z.record(z.string(), z.int().check(z.gte(LATENCY_MS.least), z.lte(LATENCY_MS.most))),
  tried: z.boolean(),
})

export type JudgingSettings = z.infer<typeof judgingSchema>

export const judgingSettings = defineSettings<JudgingSettings>({
  id: 'Judging',
  title: 'Feedback',
  version: '1',
  schema: judgingSchema,
  sync: { local: ['on', 'latencies'] },
  defaults: {
    on: false,
    windowMs: WINDOWS.normal,
    reference: 'song',
    chord: 'all',
    strictOctaves: true,
    strictStrings: false,
    latencies: {},
    tried: false,
  },
  fields: [
    { id: 'on', hidden: true },
    { id: 'latencies', hidden: true },
    { id: 'tried', hidden: true },
    { id: 'windowMs', title: 'Timing window', unit: 'ms' },
    {
      id: 'reference',
      title: 'Timing reference',
      choices: [
        { value: 'song', label: 'Song' },
        { value: 'player', label: 'My playing' },
      ],
    },
    {
      id: 'chord',
      title: 'Notes required per chord',
      description: 'Also applies while the song waits for you.',
      choices: [
        { value: 'all', label: 'All notes' },
        { value: 'most', label: 'Most notes' },
        { value: 'one', label: 'One note' },
      ],
    },
    { id: 'strictOctaves', title: 'Require the right octave' },
    {
      id: 'strictStrings',
      title: 'Require the right string',
      description: 'For MIDI guitars that send each string on its own channel.',
    },
  ],
})

export const BPM = { least: 20, most: 400 } as const
export const BEATS = { least: 1, most: 16 } as const
export const BARS = 64
export const MOST_FASTER = 50
const SUBDIVISIONS = ['none', 'eighths', 'swing', 'triplets', 'sixteenths'] as const

const bpm = z.int().check(z.gte(BPM.least), z.lte(BPM.most))
const bars = z.int().check(z.gte(0), z.lte(BARS))

const metronomeSchema = z.object({
  bpm,
  accents: z
    .array(z.enum(['strong', 'plain', 'silent']))
    .check(z.minLength(BEATS.least), z.maxLength(BEATS.most)),
  subdivision: z.enum(SUBDIVISIONS),
  /** Tempo increase in BPM; 0 keeps the tempo constant. */
  fasterBy: z.int().check(z.gte(0), z.lte(MOST_FASTER)),
  fasterEvery: z.int().check(z.gte(1), z.lte(BARS)),
  fasterUpTo: bpm,
  soundingBars: z.int().check(z.gte(1), z.lte(BARS)),
  silentBars: bars,
})

export type MetronomeSettings = z.infer<typeof metronomeSchema>
export type Accent = MetronomeSettings['accents'][number]

export const metronomeSettings = defineSettings<MetronomeSettings>({
  id: 'Metronome',
  title: 'Metronome',
  version: '1',
  schema: metronomeSchema,
  defaults: {
    ...{ bpm: 90, accents: ['strong', 'plain', 'plain', 'plain'], subdivision: 'none' },
    ...{ fasterBy: 0, fasterEvery: 4, fasterUpTo: 160, soundingBars: 3, silentBars: 0 },
  },
  fields: [
    { id: 'bpm', title: 'Tempo', unit: 'BPM' },
    { id: 'accents', hidden: true },
    {
      id: 'subdivision',
      title: 'Subdivision',
      choices: [
        { value: 'none', label: 'None' },
        { value: 'eighths', label: 'Eighths' },
        { value: 'swing', label: 'Swing eighths' },
        { value: 'triplets', label: 'Triplets' },
        { value: 'sixteenths', label: 'Sixteenths' },
      ],
    },
    { id: 'fasterBy', title: 'Increase by', unit: 'BPM' },
    { id: 'fasterEvery', title: 'Increase every', unit: 'bars' },
    { id: 'fasterUpTo', title: 'Up to', unit: 'BPM' },
    { id: 'soundingBars', title: 'Bars with click' },
    { id: 'silentBars', title: 'Muted bars' },
  ],
})

export const ARGS = {
  tempo: z.strictObject({ percent }),
  bpm: z.strictObject({ bpm }),
  step: z.strictObject({ percent: z.int().check(z.gte(-25), z.lte(25)), until: percent }),
  loop: z.strictObject({ from: shownBar, to: shownBar }),
  transpose: z.strictObject({
    semitones: z.int().check(z.gte(TRANSPOSITION.least), z.lte(TRANSPOSITION.most)),
  }),
  countIn: z.strictObject({ bars: playSchema.shape.countIn }),
  upcoming: z.strictObject({ milliseconds: playSchema.shape.comingMs }),
  mark: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME)) }),
  /** Bar range such as `5-8`. */
  section: z.strictObject({ section: z.string() }),
  preset: z.strictObject({ preset: z.enum(['relaxed', 'normal', 'strict']) }),
  rank: z.strictObject({ rank: z.optional(z.int().check(z.gte(1), z.lte(3))) }),
  meter: z.strictObject({ beats: z.int().check(z.gte(BEATS.least), z.lte(BEATS.most)) }),
  accent: z.strictObject({ beat: z.int().check(z.gte(1), z.lte(BEATS.most)) }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
