import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Weekly practice goal in minutes; 0 means no goal. */
export const GOAL = { least: 0, most: 3000 } as const

const takeSchema = z.object({
  song: z.string(),
  name: z.string(),
  section: z.optional(z.string()),
  from: z.int(),
  to: z.int(),
  /** Start in ms since the Unix epoch, and duration in ms. */
  at: z.number(),
  ms: z.number(),
  /** Tempo in percent. */
  tempo: z.number(),
  /** Fraction of correct notes, 0–1. */
  accuracy: z.number(),
})

export type KeptTake = z.infer<typeof takeSchema>

const progressSchema = z.object({
  goalMinutes: z.int().check(z.gte(GOAL.least), z.lte(GOAL.most)),
  /** By user ID, oldest first. */
  takes: z.record(z.string(), z.array(takeSchema)),
})

export type ProgressSettings = z.infer<typeof progressSchema>

export const progressSettings = defineSettings<ProgressSettings>({
  id: 'Progress',
  title: 'Progress',
  when: 'loggedIn',
  version: '1',
  schema: progressSchema,
  defaults: { goalMinutes: 0, takes: {} },
  sync: { lists: { takes: { key: 'at', byUser: true, whole: true } } },
  fields: [
    { id: 'takes', hidden: true },
    { id: 'goalMinutes', title: 'Weekly goal', unit: 'minutes', command: 'progress.set-goal' },
  ],
})

export const PROGRESS_ARGS = { goal: z.strictObject({ minutes: progressSchema.shape.goalMinutes }) }
export type ProgressArgs = { readonly goal: z.infer<typeof PROGRESS_ARGS.goal> }
