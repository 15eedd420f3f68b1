import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

export const SONG_ARGS = z.strictObject({ song: z.string().check(z.minLength(1), z.maxLength(200)) })

const copy = z.object({
  share: z.string(),
  user: z.string(),
  /** Version of the original when it was copied. */
  version: z.number(),
  by: z.string(),
})
export type SharedCopy = z.infer<typeof copy>

export const copiesSettings = defineSettings<{ readonly copies: readonly SharedCopy[] }>({
  id: 'Copies',
  title: 'Copied from others',
  version: '1',
  schema: z.object({ copies: z.array(copy) }),
  defaults: { copies: [] },
  sync: { lists: { copies: { key: 'share', trims: true } } },
  fields: [{ id: 'copies', hidden: true }],
})
