import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

export interface SetlistSettings {
  /** Validated separately, so that an invalid setlist doesn't affect the rest. */
  readonly kept: readonly unknown[]
  /** Plays the next song automatically; otherwise opens it and waits. */
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
