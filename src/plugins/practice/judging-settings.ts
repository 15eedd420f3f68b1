import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Milliseconds to either side of the written moment. */
export const WINDOWS = { relaxed: 150, normal: 100, strict: 50 } as const
export const WINDOW = { least: 10, most: 500 } as const
/** Milliseconds. */
export const LATENCY = { least: -100, most: 500 } as const

const judgingSchema = z.object({
  on: z.boolean(),
  windowMs: z.int().check(z.gte(WINDOW.least), z.lte(WINDOW.most)),
  reference: z.enum(['song', 'player']),
  chord: z.enum(['all', 'most', 'one']),
  strictOctaves: z.boolean(),
  strictStrings: z.boolean(),
  /** Milliseconds by the name of the input. */
  latencies: z.record(z.string(), z.int().check(z.gte(LATENCY.least), z.lte(LATENCY.most))),
  tried: z.boolean(),
})

export type JudgingSettings = z.infer<typeof judgingSchema>

export const judgingSettings = defineSettings<JudgingSettings>({
  id: 'Judging',
  title: 'Judging takes',
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
    { id: 'windowMs', title: 'Window', unit: 'ms' },
    { id: 'reference', title: 'The time is kept by' },
    { id: 'chord', title: 'Enough of a chord' },
    { id: 'strictOctaves', title: 'Octaves count' },
    {
      id: 'strictStrings',
      title: 'Strings count',
      description: 'For MIDI guitars, which say the string of a note.',
    },
  ],
})

export const JUDGING_ARGS = {
  preset: z.strictObject({ preset: z.enum(['relaxed', 'normal', 'strict']) }),
  rank: z.strictObject({ rank: z.optional(z.int().check(z.gte(1), z.lte(3))) }),
}

export type JudgingArgs = {
  readonly [Name in keyof typeof JUDGING_ARGS]: z.infer<(typeof JUDGING_ARGS)[Name]>
}
