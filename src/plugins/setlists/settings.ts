import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

export interface SetlistSettings {
  /** Items are validated separately, so that an invalid setlist doesn't affect the others. */
  readonly kept: readonly unknown[]
  /** Whether to play the next song automatically instead of opening it and waiting. */
  readonly continues: boolean
}

export const setlistSettings = defineSettings<SetlistSettings>({
  id: 'Setlists',
  title: 'Setlists',
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
