import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { TEMPO, TRANSPOSITION } from '../player/tokens.js'

/** Milliseconds. */
export const UPCOMING = { least: 100, most: 10_000 } as const

const playSchema = z.object({
  comingNotes: z.boolean(),
  comingMs: z.int().check(z.gte(UPCOMING.least), z.lte(UPCOMING.most)),
  metronome: z.boolean(),
  countIn: z.int().check(z.gte(0), z.lte(4)),
  follow: z.boolean(),
  /** Absent until first turned on. */
  followKey: z.optional(z.boolean()),
})

export type PlayingSettings = z.infer<typeof playSchema>

export const playingSettings = defineSettings<PlayingSettings>({
  id: 'Playing',
  title: 'Playing songs',
  version: '1',
  schema: playSchema,
  defaults: { comingNotes: true, comingMs: 1200, metronome: false, countIn: 0, follow: true },
  fields: [
    {
      id: 'comingNotes',
      title: 'Show upcoming notes',
      description: 'The next notes of the song are outlined on the neck before they sound.',
      command: 'practice.toggle-upcoming-notes',
    },
    { id: 'comingMs', title: 'Show notes ahead', unit: 'ms', command: 'practice.set-upcoming-time' },
    { id: 'metronome', title: 'Metronome', command: 'practice.toggle-metronome' },
    { id: 'countIn', title: 'Count in', unit: 'bars', command: 'practice.set-count-in' },
    {
      id: 'follow',
      title: 'Show all frets that the song needs',
      command: 'practice.toggle-follow',
    },
    {
      id: 'followKey',
      title: 'Follow the song’s key',
      description: 'The neck shows the scale of the key, and your own again when the song is closed.',
      command: 'practice.toggle-follow-key',
    },
  ],
})

const percent = z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))
const bar = z.int().check(z.gte(1))

export const ARGS = {
  tempo: z.strictObject({ percent }),
  step: z.strictObject({ percent: z.int().check(z.gte(-25), z.lte(25)), until: percent }),
  loop: z.strictObject({ from: bar, to: bar }),
  transpose: z.strictObject({
    semitones: z.int().check(z.gte(TRANSPOSITION.least), z.lte(TRANSPOSITION.most)),
  }),
  countIn: z.strictObject({ bars: playSchema.shape.countIn }),
  upcoming: z.strictObject({ milliseconds: playSchema.shape.comingMs }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
