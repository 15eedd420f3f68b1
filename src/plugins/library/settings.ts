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
  /** ID of a library song or an included song. */
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
  /** URL or song ID. */
  link: z.strictObject({ link: text }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }

export interface SetlistSettings {
  /** Items are validated separately, so that an invalid setlist doesn't affect the others. */
  readonly kept: readonly unknown[]
  /** Whether the next song starts automatically instead of waiting. */
  readonly continues: boolean
}

export const setlistSettings = defineSettings<SetlistSettings>({
  id: 'Setlists',
  title: 'Setlists',
  when: 'loggedIn',
  version: '1',
  schema: z.object({ kept: z.array(z.unknown()), continues: z.boolean() }) as z.ZodMiniType<SetlistSettings>,
  defaults: { kept: [], continues: true },
  sync: { lists: { kept: { key: 'id' } } },
  fields: [
    { id: 'kept', hidden: true },
    { id: 'continues', title: 'Play the next song automatically' },
  ],
})

export const SETLIST_ARGS = {
  setlist: z.strictObject({ setlist: z.string().check(z.minLength(1), z.maxLength(60)) }),
  name: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(60)) }),
}
export type SetlistArgs = {
  readonly [Name in keyof typeof SETLIST_ARGS]: z.infer<(typeof SETLIST_ARGS)[Name]>
}

const syncSchema = z.object({
  on: z.boolean(),
  /** Device name. If empty, it is derived from the browser and the operating system. */
  device: z.string().check(z.maxLength(60)),
})

export type SyncSettings = z.infer<typeof syncSchema>

export const syncSettings = defineSettings<SyncSettings>({
  id: 'Sync',
  title: 'Sync',
  when: 'loggedIn',
  version: '1',
  schema: syncSchema,
  sync: 'device',
  defaults: { on: true, device: '' },
  fields: [
    {
      id: 'on',
      title: 'Sync this device',
      description: 'Syncs songs, tunings, shapes, practice data and settings with your account.',
      command: 'sync.toggle',
    },
    { id: 'device', title: 'Device name' },
  ],
})
