/** What is remembered of playing songs: how all of them are played, and how each of them is practised. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Percent of a song's own tempo. */
export const TEMPO = { least: 25, most: 200 } as const
/** Semitones. */
export const TRANSPOSITION = { least: -36, most: 36 } as const
export const MOST_COUNT_IN_BARS = 4
/** Milliseconds that a note is outlined before it sounds. */
export const COMING = { least: 100, most: 10_000 } as const

const playSchema = z.object({
  /** The next notes are outlined on the neck. */
  comingNotes: z.boolean(),
  comingMs: z.int().check(z.gte(COMING.least), z.lte(COMING.most)),
  metronome: z.boolean(),
  /** Bars of clicks before the song begins; 0 is none. */
  countIn: z.int().check(z.gte(0), z.lte(MOST_COUNT_IN_BARS)),
  /** The neck shows all frets that the song needs. */
  follow: z.boolean(),
})

export type PlaySettings = z.infer<typeof playSchema>

/** Stored under `<tenant>Playing`. */
export const playSettings = defineSettings<PlaySettings>({
  id: 'Playing',
  title: 'Playing songs',
  version: '1',
  schema: playSchema,
  defaults: { comingNotes: true, comingMs: 1200, metronome: false, countIn: 0, follow: true },
  fields: [
    {
      id: 'comingNotes',
      title: 'Outline coming notes',
      description: 'The next notes of the song are outlined on the neck before they sound.',
      command: 'midi-file.toggle-coming-notes',
    },
    { id: 'comingMs', title: 'Outline notes ahead', unit: 'ms', command: 'midi-file.set-coming-time' },
    { id: 'metronome', title: 'Metronome', command: 'midi-file.toggle-metronome' },
    { id: 'countIn', title: 'Count in', unit: 'bars', command: 'midi-file.set-count-in' },
    {
      id: 'follow',
      title: 'Show all frets that the song needs',
      command: 'midi-file.toggle-follow',
    },
  ],
})

const percent = z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))
const index = z.int().check(z.gte(0))
const bar = z.int().check(z.gte(1))

const songSchema = z.object({
  user: z.string(),
  /** Knows the song again by its notes. */
  song: z.string(),
  practice: z.object({
    tempo: percent,
    step: z.int().check(z.gte(-25), z.lte(25)),
    goal: percent,
    transpose: z.int().check(z.gte(TRANSPOSITION.least), z.lte(TRANSPOSITION.most)),
    wait: z.boolean(),
  }),
  loop: z.optional(z.object({ from: bar, to: bar })),
  looping: z.boolean(),
  tracks: z.array(
    z.object({
      track: index,
      muted: z.boolean(),
      solo: z.boolean(),
      volume: z.number().check(z.gte(0), z.lte(1)),
    }),
  ),
  shown: z.union([z.literal('all'), index, z.array(index)]),
})

export type RememberedSong = z.infer<typeof songSchema>

/** What is remembered of one song; `undefined` where it cannot be read: the song is played as it is then. */
export function rememberedSong(stored: unknown): RememberedSong | undefined {
  const read = songSchema.safeParse(stored)
  return read.success ? read.data : undefined
}

export interface PracticeMemory {
  /** As they were stored, the last practised first: each is read by itself, so that a broken one takes no other with it. */
  readonly songs: readonly unknown[]
}

/** Stored under `<tenant>Practice`. */
export const practiceSettings = defineSettings<PracticeMemory>({
  id: 'Practice',
  title: 'Practised songs',
  version: '1',
  schema: z.object({ songs: z.array(z.unknown()) }) as z.ZodMiniType<PracticeMemory>,
  defaults: { songs: [] },
  fields: [{ id: 'songs', hidden: true }],
})

export const tempoArgs = z.strictObject({ percent })
export const stepArgs = z.strictObject({
  percent: z.int().check(z.gte(-25), z.lte(25)),
  until: percent,
})
export const loopArgs = z.strictObject({ from: bar, to: bar })
export const barArgs = z.strictObject({ bar })
export const transposeArgs = z.strictObject({
  semitones: z.int().check(z.gte(TRANSPOSITION.least), z.lte(TRANSPOSITION.most)),
})
export const countInArgs = z.strictObject({ bars: playSchema.shape.countIn })
export const comingArgs = z.strictObject({ milliseconds: playSchema.shape.comingMs })
/** Number of the track as a person counts, from 1. */
export const trackArgs = z.strictObject({ track: bar })
export const volumeArgs = z.strictObject({ track: bar, percent: z.int().check(z.gte(0), z.lte(100)) })

export type TempoArgs = z.infer<typeof tempoArgs>
export type StepArgs = z.infer<typeof stepArgs>
export type LoopArgs = z.infer<typeof loopArgs>
export type BarArgs = z.infer<typeof barArgs>
export type TransposeArgs = z.infer<typeof transposeArgs>
export type CountInArgs = z.infer<typeof countInArgs>
export type ComingArgs = z.infer<typeof comingArgs>
export type TrackArgs = z.infer<typeof trackArgs>
export type VolumeArgs = z.infer<typeof volumeArgs>
