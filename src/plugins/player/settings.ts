import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { TEMPO, TRANSPOSITION } from './tokens.js'

const tempo = z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))
const percent = z.int().check(z.gte(0), z.lte(100))
const index = z.int().check(z.gte(0))
const bar = z.int().check(z.gte(0))
const track = z.int().check(z.gte(1))
const data = z.int().check(z.gte(0), z.lte(127))

const songSchema = z.object({
  user: z.string(),
  song: z.string(),
  practice: z.object({
    tempo,
    step: z.int().check(z.gte(-25), z.lte(25)),
    goal: tempo,
    transpose: z.int().check(z.gte(TRANSPOSITION.least), z.lte(TRANSPOSITION.most)),
    wait: z.boolean(),
    ownTuning: z.optional(z.boolean()),
  }),
  /** Bar numbers count a pickup as bar 1. */
  loop: z.optional(z.object({ from: track, to: track })),
  looping: z.boolean(),
  tracks: z.array(
    z.object({
      track: index,
      muted: z.boolean(),
      solo: z.boolean(),
      volume: z.number().check(z.gte(0), z.lte(1)),
      program: z.optional(data),
      pan: z.optional(data),
      reverb: z.optional(data),
    }),
  ),
  /** Missing if the default tracks are visible. */
  shown: z.optional(z.union([z.literal('all'), index, z.array(index)])),
})

export type RememberedSong = z.infer<typeof songSchema>

/** Returns `undefined` if the stored song is invalid. */
export function rememberedSong(stored: unknown): RememberedSong | undefined {
  const read = songSchema.safeParse(stored)
  return read.success ? read.data : undefined
}

export interface SongMemory {
  readonly tracksShown: boolean
  /** Most recent first. Validated individually, so that an invalid song doesn't affect the rest. */
  readonly songs: readonly unknown[]
}

export const songSettings = defineSettings<SongMemory>({
  id: 'Practice',
  title: 'Playback settings',
  version: '1',
  schema: z.object({ songs: z.array(z.unknown()), tracksShown: z.boolean() }) as z.ZodMiniType<SongMemory>,
  defaults: { songs: [], tracksShown: false },
  sync: { lists: { songs: { key: 'song', trims: true } } },
  fields: [
    { id: 'tracksShown', title: 'Show tracks', command: 'player.toggle-tracks' },
    { id: 'songs', hidden: true },
  ],
})

export const ARGS = {
  bar: z.strictObject({ bar }),
  track: z.strictObject({ track }),
  volume: z.strictObject({ track, percent }),
  instrument: z.strictObject({ track, program: z.int().check(z.gte(-1), z.lte(127)) }),
  pan: z.strictObject({ track, pan: z.int().check(z.gte(-100), z.lte(100)) }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
