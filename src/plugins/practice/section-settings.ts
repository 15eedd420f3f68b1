import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import type { BarRange } from '../player/tokens.js'

const bar = z.int().check(z.gte(1))
export const barsText = ({ from, to }: BarRange): string => `${from}-${to}`
export const LONGEST_NAME = 60
const name = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))

const ofSongSchema = z.object({
  own: z.array(z.object({ name, from: bar, to: bar })),
  /** Percent of the song's tempo, by bars: `5-8`. */
  best: z.record(z.string(), z.number()),
})

const sectionSchema = z.object({
  /** By user id, then song key. */
  kept: z.record(z.string(), z.record(z.string(), ofSongSchema)),
})

export type SectionSettings = z.infer<typeof sectionSchema>
export type SectionsOfSong = z.infer<typeof ofSongSchema>
export const sectionSettings = defineSettings<SectionSettings>({
  id: 'Sections',
  title: 'Sections of songs',
  version: '1',
  schema: sectionSchema,
  defaults: { kept: {} },
  fields: [{ id: 'kept', hidden: true }],
})

export const SECTION_ARGS = {
  mark: z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME)) }),
  /** Bars: `5-8`. */
  section: z.strictObject({ section: z.string() }),
}

export type SectionArgs = {
  readonly [Name in keyof typeof SECTION_ARGS]: z.infer<(typeof SECTION_ARGS)[Name]>
}
