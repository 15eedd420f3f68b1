import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const text = z.string().check(z.minLength(1))
const credit = z.optional(z.string().check(z.maxLength(200)))
const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

export type SongOrder = (typeof SONG_ORDERS)[number]
export const SONG_ORDERS = ['newest', 'title', 'artist', 'album', 'length'] as const

const listSchema = z.object({ order: z.enum(SONG_ORDERS) })

export const songListSettings = defineSettings<z.infer<typeof listSchema>>({
  ...{ id: 'SongList', title: 'Song list', version: '1' },
  schema: listSchema,
  defaults: { order: 'newest' },
  fields: [{ id: 'order', hidden: true }],
})

export const ARGS = {
  /** Id of a library song or an included song. */
  song: z.strictObject({ song: text }),
  rename: z.strictObject({ song: text, name: text }),
  /** Include only the credits to change. */
  describe: z.strictObject({ song: text, artist: credit, album: credit, arranger: credit }),
  tag: z.strictObject({ song: text, tag }),
  showTag: z.strictObject({ tag }),
  /** `file` is the original file, which included songs don't have. */
  export: z.strictObject({ song: text, format: z.enum(['midi', 'json', 'musicxml', 'guitar-pro', 'file']) }),
  /** Absolute or relative URL. */
  address: z.strictObject({ address: text }),
  /** URL or song id. */
  link: z.strictObject({ link: text }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
