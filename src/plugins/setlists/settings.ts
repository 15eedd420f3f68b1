import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Validated separately, so that an invalid setlist doesn't affect the rest. */
export const setlistSettings = defineSettings<{ readonly kept: readonly unknown[] }>({
  id: 'Setlists',
  title: 'Setlists',
  version: '1',
  schema: z.object({ kept: z.array(z.unknown()) }) as z.ZodMiniType<{ readonly kept: readonly unknown[] }>,
  defaults: { kept: [] },
  sync: { lists: { kept: { key: 'id' } } },
  fields: [{ id: 'kept', hidden: true }],
})

export const SETLIST_ARGS = {
  setlist: z.strictObject({ setlist: z.string().check(z.minLength(1), z.maxLength(60)) }),
  name: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(60)) }),
}
export type SetlistArgs = {
  readonly [Name in keyof typeof SETLIST_ARGS]: z.infer<(typeof SETLIST_ARGS)[Name]>
}
