import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { MAX_FRET } from '../../music/guitar/position.js'

/** Zoom levels in pixels per quarter note. */
export const ZOOMS = [24, 32, 48, 64, 96, 128] as const
const USUAL_ZOOM = 64

const fret = z.int().check(z.gte(0), z.lte(MAX_FRET))
const index = z.int().check(z.gte(0))

const songSchema = z.object({
  user: z.string(),
  song: z.string(),
  /** Song title, shown if two devices have changed the same song's pins. */
  name: z.optional(z.string()),
  /** Track index, note index, and string number (from 1). */
  pins: z.array(z.tuple([index, index, z.int().check(z.gte(1))])),
  /** `PinMark`s; missing for pins from version 1.2. */
  marks: z.optional(z.array(z.tuple([index, index, index, z.number(), index]))),
  zone: z.optional(z.tuple([fret, fret])),
  ignoresWritten: z.optional(z.boolean()),
})

export function readStoredSong(stored: unknown): z.infer<typeof songSchema> | undefined {
  return songSchema.safeParse(stored).data
}

export const TAB_VIEW = 'tablature'

export interface TablatureSettings {
  readonly shown: boolean
  /** View ID from another plugin, or empty for the default. */
  readonly view: string
  /** Zoom in pixels per quarter note. */
  readonly zoom: number
  /** Most recently changed first. Validated individually, so that an invalid song doesn't affect the rest. */
  readonly songs: readonly unknown[]
}

export const tablatureSettings = defineSettings<TablatureSettings>({
  id: 'Tablature',
  title: 'Tablature',
  version: '1',
  schema: z.object({
    shown: z.boolean(),
    view: z.string(),
    zoom: z.number().check(z.gte(ZOOMS[0]), z.lte(128)),
    songs: z.array(z.unknown()),
  }) as z.ZodMiniType<TablatureSettings>,
  defaults: { shown: true, view: '', zoom: USUAL_ZOOM, songs: [] },
  sync: { lists: { songs: { key: 'song', trims: true, both: ['pins'] } }, local: ['zoom'] },
  fields: [
    {
      id: 'shown',
      title: 'Show tablature',
      description: 'Below the neck, while a song is open.',
      command: 'tablature.toggle',
    },
    { id: 'view', hidden: true },
    { id: 'zoom', hidden: true },
    { id: 'songs', hidden: true },
  ],
})

/** View ID, or `tablature` for the default. */
export const viewArgs = z.strictObject({ view: z.string() })
export type ViewArgs = z.infer<typeof viewArgs>

export const zoneArgs = z.strictObject({ from: fret, to: fret })
export type ZoneArgs = z.infer<typeof zoneArgs>

export const stringArgs = z.strictObject({ string: z.int().check(z.gte(1)) })
export type StringArgs = z.infer<typeof stringArgs>

/** Zoom levels; 1 is the size of printed music. */
export const SCALES = [0.6, 0.75, 0.9, 1.1, 1.4] as const
const USUAL_SCALE = 0.9

export const notationSettings = defineSettings<{ readonly scale: number }>({
  id: 'Notation',
  title: 'Notation',
  version: '1',
  schema: z.object({ scale: z.number().check(z.gte(SCALES[0]), z.lte(1.4)) }),
  defaults: { scale: USUAL_SCALE },
  fields: [{ id: 'scale', hidden: true }],
})
