import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const recordingSchema = z.object({
  metronome: z.boolean(),
})

export type RecordingSettings = z.infer<typeof recordingSchema>

export const recordingSettings = defineSettings<RecordingSettings>({
  id: 'Recording',
  title: 'Recording',
  when: 'loggedIn',
  version: '1',
  schema: recordingSchema,
  defaults: { metronome: true },
  fields: [{ id: 'metronome', title: 'Count in and record with the metronome' }],
})

const draftSchema = z.object({
  /** Drafts by user; `at` is in ms since the Unix epoch. */
  drafts: z.record(z.string(), z.object({ at: z.number(), song: z.string() })),
})

export const draftSettings = defineSettings<z.infer<typeof draftSchema>>({
  id: 'RecordingDraft',
  title: 'Unfinished recording',
  version: '1',
  schema: draftSchema,
  sync: 'device',
  defaults: { drafts: {} },
  fields: [{ id: 'drafts', hidden: true }],
})

export const RECORDING_ARGS = {
  quantize: z.strictObject({
    /** Divisions of a whole note; 12 and 24 are triplets. */
    grid: z.union([z.literal(4), z.literal(8), z.literal(12), z.literal(16), z.literal(24), z.literal(32)]),
    strength: z.int().check(z.gte(1), z.lte(100)),
  }),
  /** Bar and pass numbers, from 1. */
  attempt: z.strictObject({ bar: z.int().check(z.gte(1)), attempt: z.int().check(z.gte(1)) }),
}

export type RecordingArgs = {
  readonly [Name in keyof typeof RECORDING_ARGS]: z.infer<(typeof RECORDING_ARGS)[Name]>
}
