import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Beats per minute. */
export const BPM = { least: 20, most: 400 } as const
export const BEATS = { least: 1, most: 16 } as const
export const BARS = 64
export const MOST_FASTER = 50
export const SUBDIVISIONS = ['none', 'eighths', 'swing', 'triplets', 'sixteenths'] as const

const bpm = z.int().check(z.gte(BPM.least), z.lte(BPM.most))
const bars = z.int().check(z.gte(0), z.lte(BARS))

const metronomeSchema = z.object({
  bpm,
  accents: z
    .array(z.enum(['strong', 'plain', 'silent']))
    .check(z.minLength(BEATS.least), z.maxLength(BEATS.most)),
  subdivision: z.enum(SUBDIVISIONS),
  /** Beats per minute; 0 keeps the tempo. */
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
    { id: 'bpm', title: 'Beats a minute' },
    { id: 'accents', hidden: true },
    { id: 'subdivision', title: 'Subdivision' },
    { id: 'fasterBy', title: 'Faster by', unit: 'beats a minute' },
    { id: 'fasterEvery', title: 'Faster every', unit: 'bars' },
    { id: 'fasterUpTo', title: 'Up to', unit: 'beats a minute' },
    { id: 'soundingBars', title: 'Sounding bars' },
    { id: 'silentBars', title: 'Silent bars' },
  ],
})

export const METRONOME_ARGS = {
  meter: z.strictObject({ beats: z.int().check(z.gte(BEATS.least), z.lte(BEATS.most)) }),
  accent: z.strictObject({ beat: z.int().check(z.gte(1), z.lte(BEATS.most)) }),
}

export type MetronomeArgs = {
  readonly [Name in keyof typeof METRONOME_ARGS]: z.infer<(typeof METRONOME_ARGS)[Name]>
}
